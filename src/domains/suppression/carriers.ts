import type { Db } from '#core/context.ts';
import type { Carrier, PeopleKeepers } from './keepers.ts';

/** Enough for any value of one person; what more there is the background job finds. */
export const carriersMax = 10_000;

/** Profiles that carry one of the keys, in the directory or in what sources said, each once; of each part `limit` at most. */
export async function carriersOf(
  { directory, sources }: PeopleKeepers,
  db: Db,
  keys: readonly string[],
  limit = carriersMax,
): Promise<Carrier[]> {
  const carriers = new Map<string, Carrier>();
  for (const part of [directory, sources]) {
    for (const carrier of await part.carrying(db, keys, limit)) {
      const known = carriers.get(carrier.hash)?.keys ?? [];
      carriers.set(carrier.hash, { ...carrier, keys: [...new Set([...known, ...carrier.keys])] });
    }
  }
  return [...carriers.values()];
}
