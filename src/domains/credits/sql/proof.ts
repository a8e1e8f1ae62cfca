import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { fieldOf, rowOf, rowsOf } from '#core/database/statement.ts';

/** Where the ledger and the books differ. */
export interface Mismatch {
  account: number;
  /** Null when the mismatch concerns a hold, a balance, a refund or a month. */
  lot: number | null;
  /** Such as `avail` or `hold 12 parts`. */
  what: string;
  ledger: number;
  books: number;
}

/** The sums that a proof continues from. */
export type Reading = 'proved' | 'full' | 'erased';

/** Accounts of which a proof takes care at once, by their numbers. */
export interface Part {
  first: number;
  last: number;
  isLast: boolean;
}

const rowsPerStatement = 100_000;
/** Far more than a statement needs. The limit of a request would end the proof of a busy account. */
const statementTimeout = '10min';

/** Each statement of a proof is a transaction of its own, so that none holds back vacuum for long. */
export const withTime = <Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (phase) => {
    await sql`
      select set_config('statement_timeout', ${statementTimeout}, true), set_config('enable_seqscan', 'off', true),
        set_config('jit', 'off', true)`.execute(phase);
    return work(phase);
  });

/** The next accounts, from number `first` on. The last part also has the ledger rows that belong to no account. */
export async function partFrom(db: Db, first: number, accountsMax: number): Promise<Part> {
  const { last, accounts } = await rowOf<{ last: number; accounts: number }>(db)`
    select max(account) as last, count(*)::int as accounts
    from (select account from credit_account where account >= ${first} order by account limit ${accountsMax}) part`;
  const isLast = accounts < accountsMax;
  return { first, last: isLast ? Number.MAX_SAFE_INTEGER : last, isLast };
}

/** Adds the next rows of the ledger to a reading's sums. Returns the count, and whether rows are left. */
export async function foldRows(
  db: Db,
  reading: Reading,
  { first, last }: Part,
  rowsMax: number = rowsPerStatement,
): Promise<{ folded: number; hasMore: boolean }> {
  const { rows } = await withTime(db, (phase) =>
    sql<{ folded: number }>`
      select credit_fold(${reading}, ${first}, ${last}, ${rowsMax}) as folded`.execute(phase),
  );
  const { folded } = rows[0]!;
  return { folded, hasMore: folded === rowsMax };
}

export const reconcile = (
  db: Db,
  reading: Reading,
  { first, last }: Pick<Part, 'first' | 'last'>,
): Promise<Mismatch[]> =>
  rowsOf<Mismatch>(db)`
    select o_account as account, o_lot as lot, o_what as what, o_ledger as ledger, o_books as books
    from credit_reconcile(${first}, ${last}, ${reading})`;

/** Mismatches of one account or of all, from nothing, in one statement that reads their whole ledger. */
export const reconcileLedger = (db: Db, account: number | null = null): Promise<Mismatch[]> =>
  reconcile(db, 'erased', {
    first: account ?? Number.MIN_SAFE_INTEGER,
    last: account ?? Number.MAX_SAFE_INTEGER,
  });

export const restartProof = (db: Db, { first, last }: Part): Promise<unknown> =>
  sql`select credit_restart_proof(${first}, ${last})`.execute(db);

/** Ends a proof from nothing. Returns null when another process has ended it. `accept`: the nightly proof continues from it. */
export const endFullProof = (
  db: Db,
  { first, last }: Part,
  { accept }: { accept: boolean },
): Promise<Mismatch[] | null> =>
  withTime(db, async (phase) => {
    await sql`select pg_advisory_xact_lock(7306104)`.execute(phase);
    const { rows } = await sql<{ is_there: boolean }>`
      select exists (select from credit_proof where reading = 'full' and account between ${first} and ${last})
        or not exists (select from credit_owners(${first}, ${last})) as is_there`.execute(phase);
    if (!rows[0]!.is_there) return null;
    const found = await reconcile(phase, 'full', { first, last });
    if (accept) await sql`select credit_accept_proof(${first}, ${last})`.execute(phase);
    else await sql`select credit_forget_proof('full', ${first}, ${last})`.execute(phase);
    return found;
  });

/** Deletes the oldest ledger rows past retention. Returns the count. */
export async function eraseRows(db: Db, { first, last }: Part, before: Date): Promise<number> {
  const { rows } = await withTime(db, (phase) =>
    sql<{ erased: number }>`
      select credit_erase(${first}, ${last}, ${rowsPerErase}, ${before}) as erased`.execute(phase),
  );
  return rows[0]!.erased;
}

/** Every row is checked by a trigger, so these are fewer. */
export const rowsPerErase = 20_000;

/** Notes the id that rows have reached by now, so that later the rows older than now are found by it. */
export async function markLedger(db: Db, keepMonths: number): Promise<Date> {
  await sql`
    insert into credit_ledger_mark (at, id)
    select ledger_now(), last_value from credit_ledger_id where is_called
    on conflict (at) do nothing`.execute(db);
  const { before } = await rowOf<{ before: Date }>(db)`
    select date_trunc('month', ledger_now(), 'UTC') - make_interval(months => ${keepMonths}) as before`;
  // The newest mark that is old enough finds every row that is.
  await sql`
    delete from credit_ledger_mark
    where at < (select max(at) from credit_ledger_mark where at <= ${before})`.execute(db);
  return before;
}

/** The account at which the round of proofs from nothing continues. */
export const nextAccountOfRound = (db: Db): Promise<number> =>
  fieldOf<number>(db)`select next_account from credit_proof_round`;

/** Null ends the round. */
export const continueRoundAt = (db: Db, account: number | null): Promise<unknown> =>
  account === null
    ? sql`update credit_proof_round set next_account = default, ended_at = ledger_now()`.execute(db)
    : sql`update credit_proof_round set next_account = ${account}`.execute(db);
