import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { LotSource } from './grants.ts';

export interface Revocation {
  account: number;
  lot: number | { source: LotSource; sourceRef: string };
  /** At most this many. Omit it to revoke the whole lot. */
  credits?: number;
  /** A UUID. The same key revokes once. */
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
 * Revokes what is left of a lot. `shortfall` is what was already spent, held, expired or revoked: a lot never goes below
 * zero, so an operator has to follow up on it.
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
