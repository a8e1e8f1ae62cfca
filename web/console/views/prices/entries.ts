import type { Answer } from '#client';
import { rupeesOf } from '#web/shared/values/rupees.tsx';

export type Catalogue = Answer<'GET /api/v1/admin/catalogue'>;
export type Entry = Catalogue['entries'][number];
export type Change = Catalogue['history'][number]['changes'][number];

export const kinds = [
  ['monthly', 'Monthly plan'],
  ['topup', 'Pack'],
] as const;

export const sold = [
  ['checkout', 'Sold by checkout'],
  ['contact', 'By agreement'],
  ['none', 'Not sold'],
] as const;

const words: Readonly<Record<string, string>> = {
  amount: 'price',
  rate_limit_per_min: 'requests/min',
  mcp: 'agents',
  priority_processing: 'priority lane',
  cta: 'sold',
  position: 'place in the list',
};

/** A change as a person reads it: `growth: price`, `₹399`, `₹449`. */
export function changeInWords({ id, member, before, after }: Change) {
  if (member === null) return { name: id, before: '–', after: entryInWords(after as Entry) };
  return {
    name: `${id}: ${words[member] ?? member}`,
    before: valueInWords(member, before),
    after: valueInWords(member, after),
  };
}

const entryInWords = ({ name, amount, credits }: Entry) =>
  `New: ${name}, ${rupeesOf(amount)}, ${credits} credits`;

function valueInWords(member: string, value: unknown): string {
  if (member === 'amount') return rupeesOf(Number(value));
  if (member === 'cta') return new Map<unknown, string>(sold).get(value) ?? String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** The entries with one put in: in place of the one with its id, else at the end of its kind. */
export function withEntry(entries: readonly Entry[], entry: Entry): Entry[] {
  const at = entries.findIndex(({ id }) => id === entry.id);
  if (at >= 0) return entries.with(at, entry);
  const last = entries.findLastIndex(({ kind, cta }) => kind === entry.kind && cta === 'checkout');
  return entries.toSpliced(last + 1, 0, entry);
}
