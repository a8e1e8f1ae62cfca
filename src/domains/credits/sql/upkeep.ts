import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsInBatches } from '#core/in-batches.ts';

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

export interface Mismatch {
  account: number;
  /** Null when the mismatch concerns a hold, a balance or a refund. */
  lot: number | null;
  /** Such as `avail` or `hold 12 parts`. */
  what: string;
  ledger: number;
  books: number;
}

/** Mismatches between ledger, lots and holds, of one account or of all. Reads the accounts' whole ledger. */
export const reconcileLedger = (db: Db, account: number | null = null): Promise<Mismatch[]> =>
  reconcile(db, account ?? Number.MIN_SAFE_INTEGER, account ?? Number.MAX_SAFE_INTEGER);

/**
 * Reconciles all accounts in parts, so that statements stay short and don't hold back vacuum however many accounts there are.
 * Also finds ledger rows that belong to no account.
 */
export async function* reconcileInParts(db: Db, accountsPerBatch: number): AsyncGenerator<Mismatch[]> {
  let first = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const { rows } = await sql<{ last: number; accounts: number }>`
      select max(account) as last, count(*)::int as accounts
      from (select account from credit_account where account >= ${first} order by account limit ${accountsPerBatch}) part`.execute(
      db,
    );
    const { last, accounts } = rows[0]!;
    const isLastPart = accounts < accountsPerBatch;
    yield await reconcile(db, first, isLastPart ? Number.MAX_SAFE_INTEGER : last);
    if (isLastPart) return;
    first = last + 1;
  }
}

async function reconcile(db: Db, first: number, last: number): Promise<Mismatch[]> {
  const { rows } = await sql<Mismatch>`
    select o_account as account, o_lot as lot, o_what as what, o_ledger as ledger, o_books as books
    from credit_reconcile(${first}, ${last})`.execute(db);
  return rows;
}
