import type { Db } from '#core/context.ts';
import type { PersonalDataStore, ProfileMatch } from '#core/personal-data.ts';

declare module '#core/context.ts' {
  interface Ports {
    /** Everything that keeps something of people, by the manifests of all domains. */
    personalData: readonly PersonalDataStore[];
  }
}

type Stores = readonly PersonalDataStore[];

/** Enough for any value of one person; what more there is the background job finds. */
export const carriersMax = 10_000;

/** Profiles that carry one of the keys, each once; of each store `limit` at most. */
export async function carriersOf(
  stores: Stores,
  db: Db,
  keys: readonly string[],
  limit = carriersMax,
): Promise<ProfileMatch[]> {
  const carriers = new Map<string, ProfileMatch>();
  for (const store of stores) {
    for (const carrier of (await store.findMatches?.(db, keys, limit)) ?? []) {
      const known = carriers.get(carrier.hash)?.keys ?? [];
      carriers.set(carrier.hash, { ...carrier, keys: [...new Set([...known, ...carrier.keys])] });
    }
  }
  return [...carriers.values()];
}

/** How much each store has given up, by its id. */
export type Counts = Readonly<Record<string, number>>;

/** Takes back what customers could still be given of the profiles. */
export const withdrawFrom = (stores: Stores, db: Db, hashes: readonly string[]): Promise<Counts> =>
  counted(stores, (store) => store.withdraw?.(db, hashes));

/** Deletes what is kept of the profiles. */
export const eraseFrom = (stores: Stores, db: Db, hashes: readonly string[]): Promise<Counts> =>
  counted(stores, (store) => store.erase(db, hashes));

/** One after the other: they share a transaction. */
async function counted(
  stores: Stores,
  work: (store: PersonalDataStore) => Promise<number> | undefined,
): Promise<Counts> {
  const counts: Record<string, number> = {};
  for (const store of stores) counts[store.id] = (await work(store)) ?? 0;
  return counts;
}
