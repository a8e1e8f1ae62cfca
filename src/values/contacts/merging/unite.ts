import { contactLimits, evidenceKinds, type Provenance, type Sources } from '../shapes.ts';

/** How values of one kind merge. `join` and `order` expect values made by `unite` or by a constructor. */
export interface Union<T> {
  /** Values with the same key are the same value. */
  key(value: T): string;
  /** Merges two values with the same key. Commutative and associative; returns `known` itself if nothing changes. */
  join(known: T, further: T): T;
  /** Total over different keys. A joined value never sorts after its parts. */
  order(one: T, other: T): number;
  /** Maximum number of values; the first in order stay. */
  most: number;
}

/** Merges two lists by key, sorted and capped. Returns the first list itself if nothing changes. */
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

/** Compares by code unit, which is the same on every machine, unlike a locale's order. */
export const ascending = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
export const descending = (one: string, other: string): number => ascending(other, one);

const strength = Object.fromEntries(evidenceKinds.map((kind, index) => [kind, index]));

const byTimeThenStrength = (one: Provenance, other: Provenance): number =>
  descending(one.seen_at, other.seen_at) || strength[one.kind]! - strength[other.kind]!;

// One page of one source is one witness, and its latest date counts. Sorted latest first, so the limit drops the oldest.
const provenances: Union<Provenance> = {
  key: ({ source, url }) => (url === null ? source : `${source}\n${url}`),
  join: (known, further) => (byTimeThenStrength(known, further) <= 0 ? known : further),
  order: (one, other) =>
    byTimeThenStrength(one, other) ||
    ascending(one.source, other.source) ||
    ascending(one.url ?? '', other.url ?? ''),
  most: contactLimits.sourcesMax,
};

/** Merges two lists: each source and page once with its latest sighting, latest first, at most 20. */
export const uniteSources = (known: Sources, further: readonly Provenance[]): Sources =>
  unite(known, further, provenances) as Sources;
