/** Statements on the ledger that lookups run within their own SQL functions, each on its own. */
import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { HotPool } from '#core/database/parameters.ts';
import { type Closed, closeHold, type HoldState } from '#domains/credits/sql/holds.ts';

export interface Spend {
  account: number;
  /** 0 only reads the balance. */
  amount: number;
  /** A UUID. The same key spends once. */
  key: string;
}

export type SpendOutcome =
  | { status: 'spent' | 'replayed' | 'insufficient'; balance: number }
  /** The key was used before for another amount; `balance` is what that spend left. */
  | { status: 'other_amount'; balance: number }
  | { status: 'unknown_account'; balance: 0 }
  | { status: 'busy' };

interface SpendRow {
  o_outcome: SpendOutcome['status'];
  o_balance: number;
}

function outcomeOf({ o_outcome: status, o_balance: balance }: SpendRow): SpendOutcome {
  if (status === 'busy') return { status };
  if (status === 'unknown_account') return { status, balance: 0 };
  return { status, balance };
}

/** Spends all items in order, in one statement. `wait` waits up to 2 seconds for busy accounts. */
export async function spendBatch(
  pool: HotPool,
  items: readonly Spend[],
  { wait }: { wait: boolean },
): Promise<SpendOutcome[]> {
  const { rows } = await pool.query<SpendRow>({
    name: 'credit_spend_batch',
    text: 'select * from credit_spend_batch($1::bigint[], $2::bigint[], $3::uuid[], $4) order by o_ord',
    values: [
      items.map(({ account }) => account),
      items.map(({ amount }) => amount),
      items.map(({ key }) => key),
      wait,
    ],
  });
  return rows.map(outcomeOf);
}

export const spendOne = async (pool: HotPool, item: Spend): Promise<SpendOutcome> =>
  (await spendBatch(pool, [item], { wait: true }))[0]!;

export interface HoldRequest {
  account: number;
  credits: number;
  /** A UUID. The same key opens one hold. */
  key: string;
  /** The credits are freed after this, unless the hold is closed or extended first. */
  leaseMs: number;
}

export type Held =
  | { status: 'held'; hold: number; state: 'open'; balance: number }
  /** The key opened a hold before; `state` is that hold's state. */
  | { status: 'replayed'; hold: number; state: HoldState; balance: number }
  | { status: 'insufficient'; balance: number }
  | { status: 'other_amount'; hold: number }
  | { status: 'unknown_account' };

/** Sets credits aside for work whose price isn't known yet. */
export async function openHold(db: Db, { account, credits, key, leaseMs }: HoldRequest): Promise<Held> {
  const { rows } = await sql<{
    o_outcome: Held['status'];
    o_hold: number;
    o_state: HoldState;
    o_balance: number;
  }>`
    select * from credit_hold_open(${account}, ${credits}, ${key}, ${leaseMs} * interval '1 millisecond')`.execute(
    db,
  );
  const { o_outcome: status, o_hold: hold, o_state: state, o_balance: balance } = rows[0]!;
  switch (status) {
    case 'held':
      return { status, hold, state: 'open', balance };
    case 'replayed':
      return { status, hold, state, balance };
    case 'insufficient':
      return { status, balance };
    case 'other_amount':
      return { status, hold };
    case 'unknown_account':
      return { status };
  }
}

/**
 * Spends `credits` of a hold, even when its lots have expired since, and returns the rest. If the lease was swept first, the
 * result is `closed_before` with `lease_over`: spend again with the hold's key, or record the debt. Throws CR001 when
 * `credits` exceeds the hold.
 */
export const settleHold = (
  db: Db,
  { account, hold, credits }: { account: number; hold: number; credits: number },
): Promise<Closed> => closeHold(db, { account, hold, credits, final: 'settled' });

/** Extends an open hold's lease to at least `leaseMs` from now. Returns false when the hold is closed. */
export async function extendHold(
  db: Db,
  { account, hold, leaseMs }: { account: number; hold: number; leaseMs: number },
): Promise<boolean> {
  const { rows } = await sql<{ extended: boolean }>`
    select credit_hold_extend(${account}, ${hold}, ${leaseMs} * interval '1 millisecond') as extended`.execute(
    db,
  );
  return rows[0]!.extended;
}

export interface Refund {
  account: number;
  /** The key of the spend, or of the settled hold. */
  spendKey: string;
  /** A UUID that identifies the refund. */
  key: string;
  reason: string;
}

export type Refunded =
  | { status: 'refunded' | 'replayed'; refunded: number; balance: number }
  | { status: 'unknown_spend' };

interface RefundedRow {
  o_outcome: Refunded['status'];
  o_refunded: number;
  o_balance: number;
}

/**
 * Refunds everything spent under a key, once, whatever the refund's own key. Credits return to their lot while it is live,
 * else to a new lot with the time they had left when they were spent, at least a day.
 */
export async function refundSpend(db: Db, { account, spendKey, key, reason }: Refund): Promise<Refunded> {
  const { rows } = await sql<RefundedRow>`
    select * from credit_refund(${account}, ${spendKey}, ${key}, ${reason})`.execute(db);
  const { o_outcome: status, o_refunded: refunded, o_balance: balance } = rows[0]!;
  return status === 'unknown_spend' ? { status } : { status, refunded, balance };
}
