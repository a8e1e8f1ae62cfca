import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { CompleteItem } from './sql.ts';

/** Of a hold whose lookup never came back: its credit is free again then. */
const leaseSeconds = 600;

export type HoldState = { state: 'open'; hold: number } | { state: 'closed' } | { state: 'insufficient' };

/** Sets one credit aside for a lookup that asks a paid source; told again for the same operation, it gives the first hold. */
export async function holdForLookup(
  db: Db,
  account: number,
  opKey: string,
  credits: number,
): Promise<HoldState> {
  const { rows } = await sql<{ o_status: number; o_hold: number | null; o_state: number | null }>`
    select o_status, o_hold, o_state
    from credit_hold_open(${account}, ${credits}, ${opKey}, make_interval(secs => ${leaseSeconds}))`.execute(
    db,
  );
  const { o_status, o_hold, o_state } = rows[0]!;
  if (o_hold !== null && (o_status === 0 || o_state === 0)) return { state: 'open', hold: o_hold };
  return o_status === 2 ? { state: 'closed' } : { state: 'insufficient' };
}

export type Settled = { outcome: 'kept' | 'answered_before'; balance: number } | { outcome: 'lease_over' };

/** Settles or releases the hold and keeps the answer in one transaction. */
export async function settleLookup(
  db: Db,
  hold: number,
  item: CompleteItem,
  rememberRepeats: boolean,
): Promise<Settled> {
  const { rows } = await sql<{ o_status: number; o_balance: number; o_kept: boolean }>`
    select * from lookup_settle(${item.account}, ${hold}, ${item.price.credits}, ${item.opKey}, ${item.requestHash},
      ${item.profileHash}, ${item.keyId}, ${item.status}, ${item.price.reason}, ${item.answer}, ${item.told},
      ${item.network}, ${item.door}, ${rememberRepeats})`.execute(db);
  const { o_status, o_balance, o_kept } = rows[0]!;
  if (o_status === 1) return { outcome: 'lease_over' };
  return { outcome: o_kept ? 'kept' : 'answered_before', balance: o_balance };
}

/** A process that works on a pending lookup says so again before this is over; another may take the lookup then. */
export const workingMs = 90_000;

const stillWorking = sql`clock_timestamp() + make_interval(secs => ${workingMs / 1000})`;

/** Leaves with a pending answer what another process needs to finish it. */
export async function leavePendingCall(db: Db, account: number, opKey: string, call: object): Promise<void> {
  await sql`
    update lookup set pending_call = ${JSON.stringify(call)}::json, working_until = ${stillWorking}
    where account = ${account} and op_key = ${opKey} and status = 'pending'`.execute(db);
}

export async function keepWorking(db: Db, account: number, opKey: string): Promise<void> {
  await sql`
    update lookup set working_until = ${stillWorking}
    where account = ${account} and op_key = ${opKey} and status = 'pending'`.execute(db);
}

export interface PendingLookup {
  account: number;
  account_id: string;
  op_key: string;
  request_hash: string | null;
  call: unknown;
}

/** Takes over pending lookups whose process works on them no more. */
export async function takeAbandoned(db: Db, limit: number): Promise<PendingLookup[]> {
  const { rows } = await sql<PendingLookup>`
    with abandoned as (
      select account, op_key from lookup
      where status = 'pending' and working_until < clock_timestamp()
        and created_at > clock_timestamp() - interval '24 hours'
      order by created_at limit ${limit} for update skip locked
    )
    update lookup set working_until = ${stillWorking}
    from abandoned, account
    where lookup.account = abandoned.account and lookup.op_key = abandoned.op_key and account.id = lookup.account
    returning lookup.account, account.account_id, lookup.op_key, lookup.request_hash, lookup.pending_call as call`.execute(
    db,
  );
  return rows;
}
