import { isDeepStrictEqual } from 'node:util';
import type { MemberFault } from '#core/failure.ts';
import { asSeen, nameFault } from '#core/input/text-rules.ts';
import { type CatalogueEntry, isReservedPlanId } from '../plans.ts';
import type { EntryChange } from './shapes.ts';

/** The least that a provider takes, in paise. */
const amountMin = 100;

/** Why these entries can't follow the former ones. */
export function faultsOfEntries(
  entries: readonly CatalogueEntry[],
  former: readonly CatalogueEntry[],
): MemberFault[] {
  const faults: MemberFault[] = [];
  const fault = (at: number | null, member: string, msg: string) =>
    void faults.push({ path: ['entries', ...(at === null ? [] : [at, member])], msg, type: 'value_error' });
  const formerById = new Map(former.map((entry) => [entry.id, entry]));
  for (const [at, entry] of entries.entries()) {
    const { id, kind, name, cta, amount, credits } = entry;
    if (isReservedPlanId(id)) fault(at, 'id', `'${id}' means that a key has no plan. Choose another id`);
    if (entries.findIndex((other) => other.id === id) < at)
      fault(at, 'id', `Two entries have the id '${id}'`);
    const before = formerById.get(id);
    for (const member of ['name', 'description'] as const) {
      const unreadable = nameFault(entry[member]);
      if (unreadable) fault(at, member, unreadable);
    }
    if (before && before.kind !== kind)
      fault(at, 'kind', `'${id}' is known as ${before.kind}. Add an entry with another id instead`);
    if (cta !== 'checkout') continue;
    if (amount < amountMin) fault(at, 'amount', 'What is sold costs at least ₹1, which is 100 paise');
    if (credits < 1) fault(at, 'credits', 'What is sold brings at least one credit');
    const twin = entries.findIndex(
      (other) => other.cta === 'checkout' && asSeen(other.name) === asSeen(name),
    );
    if (twin < at) fault(at, 'name', `Two entries that are sold have the name '${name}'`);
  }
  const ids = new Set(entries.map(({ id }) => id));
  for (const { id } of former)
    if (!ids.has(id))
      fault(null, '', `'${id}' is missing. Accounts may have it: to stop selling it, set its cta to none`);
  if (!entries.some(({ kind, cta }) => kind === 'monthly' && cta === 'checkout'))
    fault(
      null,
      '',
      'At least one monthly plan must be sold: packs need one, and the price list names its price',
    );
  return faults;
}

const members = [
  'name',
  'description',
  'credits',
  'amount',
  'rate_limit_per_min',
  'mcp',
  'priority_processing',
  'highlighted',
  'cta',
] as const;

/** The differences, in the order of the new list. */
export function changesBetween(
  before: readonly CatalogueEntry[],
  after: readonly CatalogueEntry[],
): EntryChange[] {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const kept = after.filter(({ id }) => known.has(id)).map(({ id }) => id);
  const formerOrder = before.map(({ id }) => id);
  const isReordered = !isDeepStrictEqual(kept, formerOrder);
  return after.flatMap((entry): EntryChange[] => {
    const { id } = entry;
    const former = known.get(id);
    if (!former) return [{ id, member: null, before: null, after: entry }];
    const differing = members.filter((member) => former[member] !== entry[member]);
    const [was, is] = [formerOrder.indexOf(id) + 1, kept.indexOf(id) + 1];
    return [
      ...differing.map((member) => ({ id, member, before: former[member], after: entry[member] })),
      ...(isReordered && was !== is ? [{ id, member: 'position', before: was, after: is }] : []),
    ];
  });
}
