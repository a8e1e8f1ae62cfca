import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { LotSource } from './grants.ts';

export interface Revocation {
  account: number;
  lot: number | { source: LotSource; sourceRef: string };
  /** At most; all of the lot if absent. */
  credits?: number;
  /** A UUID; the same key revokes once. */
  key: string;
  reason: string;
}

export type Revoked =
  | { status: 'revoked' | 'replayed'; revoked: number; shortfall: number; balance: number }
  | { status: 'unknown_lot' };

interface RevokedRow {
  o_outcome: Revoked['status'];
  o_revoked: number;
  o_shortfall: number;
  o_balance: number;
}

/**
 * Takes back what is left of a lot. `shortfall` could not be taken, because it was spent, held, expired or revoked
 * before; a lot never goes below zero, so a shortfall is for an operator to look at.
 */
export async function revokeCredits(
  db: Db,
  { account, lot, credits, key, reason }: Revocation,
): Promise<Revoked> {
  const id =
    typeof lot === 'number'
      ? sql`${lot}`
      : sql`(select id from credit_lot where source = ${lot.source} and source_ref = ${lot.sourceRef})`;
  const { rows } = await sql<RevokedRow>`
    select * from credit_revoke(${account}, ${id}, ${credits ?? null}, ${key}, ${reason})`.execute(db);
  const { o_outcome: status, o_revoked: revoked, o_shortfall: shortfall, o_balance: balance } = rows[0]!;
  return status === 'unknown_lot' ? { status } : { status, revoked, shortfall, balance };
}

export interface Refund {
  account: number;
  /** The key of the spend, or of the hold that was settled. */
  spendKey: string;
  /** A UUID, the refund's own. */
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
 * Gives back all that was spent under a key, once, whatever the refund's own key: into its lot while that is live, else as
 * a new lot with the time it had left when it was spent, a day at least.
 */
export async function refundSpend(db: Db, { account, spendKey, key, reason }: Refund): Promise<Refunded> {
  const { rows } = await sql<RefundedRow>`
    select * from credit_refund(${account}, ${spendKey}, ${key}, ${reason})`.execute(db);
  const { o_outcome: status, o_refunded: refunded, o_balance: balance } = rows[0]!;
  return status === 'unknown_spend' ? { status } : { status, refunded, balance };
}
