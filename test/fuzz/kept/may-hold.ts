import type { contactForms } from './recognised.ts';
import type { Holding } from './search-tables.ts';

type What = keyof typeof contactForms;

/** A column that is meant to hold contacts, links or names of people. None is meant to hold a secret. */
interface Meant {
  column: string;
  whats: readonly What[];
  because: string;
}

const all: readonly What[] = ['an email', 'a phone number', 'a profile', 'a name'];
const link: readonly What[] = ['a profile'];

export const mayHold: readonly Meant[] = [];

/** What was found where it isn't meant to be. */
export const strays = (found: readonly Holding[]): Holding[] =>
  found.filter(
    ({ column, what }) => !mayHold.some((meant) => meant.column === column && meant.whats.includes(what)),
  );

/** Columns of the list that no longer exist. */
export function unknownColumns(existing: readonly { table: string; name: string }[]): string[] {
  const known = new Set(existing.map(({ table, name }) => `${table}.${name}`));
  return mayHold.map(({ column }) => column).filter((column) => !known.has(column));
}
