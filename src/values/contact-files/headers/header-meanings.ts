import { withoutControls } from '#core/input/text-rules.ts';
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
  /** If two headers mean one text, the lower rank is read. */
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

/** The meaning of a header. Null if it is unknown. */
export const knownMeaning = (header: string): Meaning | null =>
  header.length <= headerLengthMax ? (meanings.get(plainForm(header)) ?? null) : null;

const namesShownMax = 20;

/** Lists the columns of a file, without repeating what is probably a person's data. */
export const headersSeen = (names: readonly string[]): string =>
  `The header has: ${listed(names.filter((name) => name !== ''))}.`;

/** A header that contains an address is probably a person's data, so it is counted but not repeated. */
export function listed(names: readonly string[]): string {
  const repeatable = names.filter((name) => shownHeader(name) !== hidden);
  const shown = repeatable.slice(0, namesShownMax).map(shownHeader);
  const others = names.length - shown.length;
  const more = others === 0 ? [] : [shown.length === 0 ? columnsCounted(others) : `${others} more`];
  return [shown.join(', '), ...more].filter((part) => part !== '').join(' and ');
}

const hidden = '…';
/** Truncated, and without characters that can't be stored. */
export const shownHeader = (name: string): string =>
  /@|:\/\//.test(name) ? hidden : withoutControls(name.slice(0, 60)).toWellFormed();

const columnsCounted = (count: number): string => (count === 1 ? '1 column' : `${count} columns`);
