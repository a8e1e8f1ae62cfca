import { sql } from 'kysely';
import { leaseMs } from '#core/concurrency/leases.ts';
import type { Db } from '#core/context.ts';
import { type StoredLookup, storedColumns } from './answers.ts';
import type { CompleteItem } from './complete-batch.ts';

/** A lookup that asks sources has a row from the start, with its hold and the process that works on it. */
export interface OperationKey {
  account: number;
  opKey: string;
}

/** When a hold expires if its lookup never came back and wasn't dropped. */
const holdSeconds = 600;
export const afterLease = sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1000})`;

/** `closed`: an earlier hold under this key was freed, so the lookup needs a new key. */
export type Begun = 'begun' | 'insufficient' | 'budget_reached' | 'free_used_up' | 'under_way' | 'closed';

/** Holds the price of the pending item and records this process as its worker. */
export async function beginLookup(db: Db, worker: string, item: CompleteItem): Promise<Begun> {
  const { call, opKey, requestHash, profileHash } = item.lookup;
  const { rows } = await sql<{ begun: Begun }>`
    select lookup_begin(${call.key.account.id}, ${opKey}, ${requestHash}, ${profileHash}, ${call.key.keyId},
      ${item.needed}, ${item.answer}, ${JSON.stringify(call)}::json, ${worker},
      make_interval(secs => ${leaseMs / 1000}), make_interval(secs => ${holdSeconds}), ${item.freeMax}) as begun`.execute(
    db,
  );
  return rows[0]!.begun;
}

export interface Settled {
  outcome: 'answered' | 'answered_before' | 'insufficient' | 'budget_reached';
  balance: number;
}

/**
 * Pays for a lookup, stores its answer and counts vendor costs and what sources earned, in one transaction. `nameMarks`: the name of a
 * person the caller's name ruled out, as marks. `earnedBy`: see `earnedBy`.
 */
export async function settleLookup(
  db: Db,
  item: CompleteItem,
  {
    rememberRepeats,
    nameMarks,
    earnedBy,
  }: { rememberRepeats: boolean; nameMarks: string[] | null; earnedBy: readonly string[] },
): Promise<Settled> {
  const { key, profile, request, kind, job, door } = item.lookup.call;
  const { rows } = await sql<Settled>`
    select o_outcome as outcome, o_balance as balance from lookup_settle(${key.account.id}, ${item.lookup.opKey}, ${item.price.credits}, ${item.needed},
      ${item.status}, ${item.price.reason}, ${item.answer}, ${item.disclosedFields}, ${profile.network}, ${kind}, ${door},
      ${request.client_reference ?? null}, ${job}, ${rememberRepeats}, ${nameMarks}::uuid[], ${earnedBy}::text[])`.execute(
    db,
  );
  return rows[0]!;
}

/** Frees the hold of a lookup without an answer. False when a caller waits for it or another process has it. */
export async function dropLookup(db: Db, worker: string, { account, opKey }: OperationKey): Promise<boolean> {
  const { rows } = await sql<{ dropped: boolean }>`
    select lookup_drop(${account}, ${opKey}, ${worker}) as dropped`.execute(db);
  return rows[0]!.dropped;
}

/** Records that a caller must come back for the answer. Null once there is one. */
export async function markPendingReported(
  db: Db,
  { account, opKey }: OperationKey,
): Promise<StoredLookup | null> {
  const row = await db
    .updateTable('lookup')
    .set({ is_reported: true })
    .where('account', '=', account)
    .where('op_key', '=', opKey)
    .where('status', '=', 'pending')
    .returning(storedColumns)
    .executeTakeFirst();
  return row ?? null;
}

/** Updates rows in key order, so that two processes never wait for each other. */
export async function renewLookups(
  db: Db,
  worker: string,
  operations: readonly OperationKey[],
): Promise<void> {
  await sql`
    update lookup set working_until = ${afterLease}
    from (
      select account, op_key from lookup
      where (account, op_key) in (
        select * from unnest(${operations.map(({ account }) => account)}::bigint[],
          ${operations.map(({ opKey }) => opKey)}::uuid[])
      ) and status = 'pending' and worker = ${worker}
      order by account, op_key for update
    ) ours
    where lookup.account = ours.account and lookup.op_key = ours.op_key`.execute(db);
}
