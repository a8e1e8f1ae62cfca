export interface Parser {
  name: string;
  /** The greatest text it is given, in UTF-16 units. */
  lengthMax: number;
  /** Text before and after the run of hostile text. Default: none. */
  around?: readonly Around[];
  /** For a text of many hostile pieces: their length in UTF-16 units, and the text of a length that is made of one of them. */
  pieces?: { length: number; fill(piece: string, length: number): string };
  read(text: string): unknown;
}

export type Around = readonly [before: string, after: string];

export const bare: readonly Around[] = [['', '']];

/** Node's limit for all headers of a request, and undici's for an answer's. */
export const headersLength = 16 * 1024;

/** Beginnings that lead to the parts of a link. */
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

/** A piece repeated up to a length. */
export const filled = (piece: string, length: number): string =>
  piece.repeat(Math.max(1, Math.floor(length / Math.max(1, piece.length))));
