export interface Parser {
  name: string;
  /** The greatest text it is given, in UTF-16 units. */
  lengthMax: number;
  /** What leads it to its parts: the run of hostile text stands between the two. Bare unless told. */
  around?: readonly Around[];
  read(text: string): unknown;
}

export type Around = readonly [before: string, after: string];

export const bare: readonly Around[] = [['', '']];

/** Node's limit for all headers of a request, and undici's for an answer's. */
export const headersLength = 16 * 1024;

/** What leads to the parts of a link. */
export const links: readonly Around[] = [
  ...bare,
  ['https://', ''],
  ['https://github.com/', ''],
  ['https://www.linkedin.com/in/', ''],
  ['https://www.linkedin.com/authwall?sessionRedirect=', ''],
  ['https://bsky.app/profile/', ''],
  ['https://x.example/@', ''],
  ['https://x.example/?', ''],
];
