import type { Db } from '#core/context.ts';
import { run } from '#core/database/statement.ts';
import type { PersonalDataStore, ProfileMatch } from '#core/parts/personal-data.ts';

type Stores = readonly PersonalDataStore[];

/** Enough for any value of one person. The background job finds any more. */
export const carriersMax = 10_000;

/** Profiles that carry one of the keys, without repeats, at most `limit` per store. */
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

/** Number of items that each store removed, by its id. */
export type Counts = Readonly<Record<string, number>>;

/** Withdraws what customers could still receive about the profiles, here and in the cells. */
export async function withdrawFrom(stores: Stores, db: Db, hashes: readonly string[]): Promise<Counts> {
  await withdrawInCells(db, hashes, false);
  return counted(stores, (store) => store.withdraw?.(db, hashes));
}

/** Says to customers who received something about the profiles that they must delete it. */
export async function announceWithdrawal(stores: Stores, db: Db, hashes: readonly string[]): Promise<void> {
  await withdrawInCells(db, hashes, true);
  for (const store of stores) await store.announceWithdrawal?.(db, hashes);
}

/** Each cell gets the rows by replication. */
const withdrawInCells = (db: Db, hashes: readonly string[], isAnnounced: boolean): Promise<void> =>
  run(db)`
    insert into suppression_withdrawal (profile_hash, is_announced)
    select hash, ${isAnnounced} from unnest(${hashes}::uuid[]) hash
    where exists (select from pg_publication_tables where tablename = 'suppression_withdrawal')`;

/** Deletes everything stored about the profiles. */
export const eraseFrom = (stores: Stores, db: Db, hashes: readonly string[]): Promise<Counts> =>
  counted(stores, (store) => store.erase(db, hashes));

/** Sequential, because the stores share a transaction. */
async function counted(
  stores: Stores,
  work: (store: PersonalDataStore) => Promise<number> | undefined,
): Promise<Counts> {
  const counts: Record<string, number> = {};
  for (const store of stores) counts[store.id] = (await work(store)) ?? 0;
  return counts;
}
