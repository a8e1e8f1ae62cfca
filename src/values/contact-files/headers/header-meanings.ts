import { columns, type Target } from './columns.ts';
import { knownHeaders } from './known-headers.ts';

/** `E-mail 2 - Value`, `email_2_value` and `Email1Value` are the same header. */
export const plainForm = (header: string): string =>
  header
    .replace(/#/g, '')
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/[^\p{L}\p{M}#]+/gu, '');

export interface Meaning {
  target: Target;
  /** Of two headers for one text, the lower rank is read. */
  rank: number;
}

const meanings = new Map<string, Meaning>();
const know = (header: string, target: Target) => {
  const form = plainForm(header);
  if (!meanings.has(form)) meanings.set(form, { target, rank: meanings.size });
};
for (const column of columns) know(column, column);
for (const { headers } of knownHeaders) {
  for (const [target, names] of Object.entries(headers)) {
    for (const name of names) know(name, target as Target);
  }
}

const headerLengthMax = 200;

/** What a header means. Null when it is unknown. */
export const knownMeaning = (header: string): Meaning | null =>
  header.length <= headerLengthMax ? (meanings.get(plainForm(header)) ?? null) : null;
