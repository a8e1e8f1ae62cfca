import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsInBatches } from '#core/database/in-batches.ts';

/** Books expired credits for about `limit` lots and returns the count. Safe to repeat. */
export async function sweepExpiredLots(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ swept: number }>`select credit_sweep_lots(${limit}) as swept`.execute(db);
  return rows[0]!.swept;
}

/** Frees at most `limit` holds whose lease is over and returns the count. Safe to repeat. */
export async function sweepExpiredHolds(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ swept: number }>`select credit_sweep_holds(${limit}) as swept`.execute(db);
  return rows[0]!.swept;
}

const holdsPerBatch = 1_000;

/** Deletes holds that ended more than `days` ago. The ledger keeps their movements. */
export const deleteEndedHolds = (db: Db, days: number): Promise<number> =>
  rowsInBatches(
    db,
    holdsPerBatch,
    (limit) => sql`
      delete from credit_hold where ctid = any (array(
        select ctid from credit_hold where closed_at < (select ledger_now() - make_interval(days => ${days}))
        order by closed_at limit ${limit} for update skip locked
      ))`,
  );
