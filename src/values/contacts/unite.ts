/** What makes values of one kind unitable. `join` and `order` hold for values that passed through `unite` or a maker. */
export interface Union<T> {
  /** Values of the same key are one value. */
  key(value: T): string;
  /** The one value out of two of the same key: commutative, associative, and the first argument itself where the second adds nothing. */
  join(known: T, further: T): T;
  /** Total over different keys; a joined value never sorts behind its parts. */
  order(one: T, other: T): number;
  /** How many are kept: the first in order. */
  most: number;
}

/** The union of two lists by key, in order and capped; the first list itself where the second adds nothing. */
export function unite<T>(known: T[], further: readonly T[], union: Union<T>): T[] {
  if (further.length === 0 && known.length < 2) return known;
  const byKey = new Map<string, T>();
  for (const value of known) put(byKey, value, union);
  for (const value of further) put(byKey, value, union);

  const united = [...byKey.values()];
  if (united.length > 1) united.sort(union.order);
  if (united.length > union.most) united.length = union.most;
  return sameItems(known, united) ? known : united;
}

function put<T>(byKey: Map<string, T>, value: T, union: Union<T>): void {
  const key = union.key(value);
  const present = byKey.get(key);
  byKey.set(key, present === undefined ? value : union.join(present, value));
}

function sameItems<T>(one: readonly T[], other: readonly T[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

/** Text ascending, by code unit: the same on every machine, unlike a locale's order. */
export const ascending = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
export const descending = (one: string, other: string): number => ascending(other, one);
