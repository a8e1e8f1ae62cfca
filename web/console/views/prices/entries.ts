import type { Answer, ValidationError } from '#client';
import { plainly } from '#web/shared/feedback/explain-error.ts';
import { rupeesOf } from '#web/shared/values/rupees.tsx';

export type Catalogue = Answer<'GET /api/v1/admin/catalogue'>;
export type Entry = Catalogue['entries'][number];
export type Change = Catalogue['history'][number]['changes'][number];

export interface CataloguePartProps {
  of: Catalogue;
  onChanged: () => Promise<void>;
}

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

/** A change as a person reads it: `Growth: price`, `₹399`, `₹449`. The names are those of the entries. */
export function changeInWords({ id, member, before, after }: Change, entries: readonly Entry[]) {
  const name = nameIn(entries, id);
  if (member === null)
    return { name: (after as Entry).name, before: '–', after: entryInWords(after as Entry) };
  return {
    name: `${name}: ${words[member] ?? member}`,
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

export const nameIn = (entries: readonly Entry[], id: string): string =>
  entries.find((entry) => entry.id === id)?.name ?? id;

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Why a plan or pack can’t be added to these others, by field. */
export function faultsOfEntry(entry: Entry, others: readonly Entry[]) {
  const isSold = entry.cta === 'checkout';
  return {
    id: !/^[a-z][a-z0-9_]{0,39}$/.test(entry.id)
      ? 'Use a small letter first, then small letters, digits and _, at most 40 in all.'
      : others.some(({ id }) => id === entry.id) &&
        'Another plan or pack has this ID. Change that one, or choose another ID.',
    name:
      isSold &&
      others.some(({ cta, name }) => cta === 'checkout' && sameName(name, entry.name)) &&
      'Another plan or pack that is sold has this name.',
    rupees: isSold && entry.amount < 100 && 'The price of a plan that is sold is at least ₹1.',
    credits: isSold && entry.credits < 1 && 'A plan that is sold brings at least one credit.',
  };
}

/** The faults of a refused change: which plan, and what of it. `entry` is null for a fault of the whole list. */
export function faultsInWords(faults: ValidationError['faults'], entries: readonly Entry[]) {
  return faults.map(({ loc: [, , at, member], msg }) => {
    const entry = entries[Number(at)] ?? null;
    const of = member === undefined ? '' : `, ${words[member] ?? member}`;
    return { entry, text: entry ? `${entry.name}${of}: ${plainly(msg)}` : plainly(msg) };
  });
}

/** The changes that returning to a version makes, from the later versions that were in force. Later additions stay, and are sold no longer. */
export function wayBack({ entries, version: inForce, history }: Catalogue, version: number): Change[] {
  const back = new Map<string, Change>();
  const later = history.filter((one) => one.version > version && one.version <= inForce && !one.withdrawn_at);
  const changes = later.flatMap((one) => one.changes);
  const added = new Set(changes.filter(({ member }) => member === null).map(({ id }) => id));
  for (const { id, member, before, after } of changes) {
    if (member === null || added.has(id)) continue;
    const name = `${id} ${member}`;
    back.set(name, { id, member, before: back.get(name)?.before ?? after, after: before });
  }
  const ended = entries.filter(({ id, cta }) => added.has(id) && cta !== 'none');
  return [
    ...[...back.values()].filter(({ before, after }) => before !== after),
    ...ended.map(({ id, cta }) => ({ id, member: 'cta', before: cta, after: 'none' })),
  ];
}

/** The entries with one put in: in place of the one with its id, else at the end of its kind. */
export function withEntry(entries: readonly Entry[], entry: Entry): Entry[] {
  const at = entries.findIndex(({ id }) => id === entry.id);
  if (at >= 0) return entries.with(at, entry);
  const last = entries.findLastIndex(({ kind, cta }) => kind === entry.kind && cta === 'checkout');
  return entries.toSpliced(last + 1, 0, entry);
}
