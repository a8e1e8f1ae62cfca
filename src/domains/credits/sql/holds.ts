import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

export type HoldState = 'open' | 'settled' | 'released' | 'lease_over';

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

export type Closed =
  /** For `closed_before`, the outcome of the first close. */
  | {
      status: 'closed' | 'closed_before';
      state: Exclude<HoldState, 'open'>;
      settled: number;
      balance: number;
    }
  | { status: 'unknown_hold' };

/**
 * Spends `credits` of a hold, even when its lots have expired since, and returns the rest. If the lease was swept first, the
 * result is `closed_before` with `lease_over`: spend again with the hold's key, or record the debt. Throws CR001 when
 * `credits` exceeds the hold.
 */
export const settleHold = (
  db: Db,
  { account, hold, credits }: { account: number; hold: number; credits: number },
): Promise<Closed> => closeHold(db, account, hold, credits, 'settled');

/** Returns the whole hold. */
export const releaseHold = (db: Db, { account, hold }: { account: number; hold: number }): Promise<Closed> =>
  closeHold(db, account, hold, 0, 'released');

interface ClosedRow {
  o_outcome: Closed['status'];
  o_final: Exclude<HoldState, 'open'>;
  o_settled: number;
  o_balance: number;
}

async function closeHold(
  db: Db,
  account: number,
  hold: number,
  credits: number,
  final: 'settled' | 'released',
): Promise<Closed> {
  const { rows } = await sql<ClosedRow>`
    select * from credit_hold_close(${account}, ${hold}, ${credits}, ${final})`.execute(db);
  const { o_outcome: status, o_final: state, o_settled: settled, o_balance: balance } = rows[0]!;
  return status === 'unknown_hold' ? { status } : { status, state, settled, balance };
}

/** Holds what is left of one lot until `releaseHold`. Null if nothing is left. `key` is a UUID. */
export async function freezeLot(
  db: Db,
  { account, lot, key }: { account: number; lot: number; key: string },
): Promise<number | null> {
  const { rows } = await sql<{ hold: number | null }>`
    select credit_freeze(${account}, ${lot}, ${key}) as hold`.execute(db);
  return rows[0]!.hold;
}

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
