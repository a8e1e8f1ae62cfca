import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

export type LotSource = 'plan' | 'topup' | 'promo' | 'operator' | 'key' | 'refund';

export interface Grant {
  account: number;
  source: LotSource;
  /** Identifies the payment or promise. A second grant with the same source and ref returns the first lot. */
  sourceRef: string;
  credits: number;
  /** Exclusive. Null means never. */
  expiresAt: Date | null;
  reason: string;
  grantedBy: string;
}

export interface Granted {
  lot: number;
  isNew: boolean;
  /** Credits available to spend now. */
  balance: number;
}

/** Grants a lot once. Throws when the same source and ref were granted to another account or for another amount. */
export async function grantCredits(db: Db, grant: Grant): Promise<Granted> {
  const { account, source, sourceRef, credits, expiresAt, reason, grantedBy } = grant;
  const { rows } = await sql<{ o_lot: number; o_is_new: boolean; o_balance: number }>`
    select * from credit_grant(${account}, ${source}, ${sourceRef}, ${credits}, coalesce(${expiresAt}::timestamptz, 'infinity'),
      ${reason}, gen_random_uuid(), ${grantedBy})`.execute(db);
  const { o_lot, o_is_new, o_balance } = rows[0]!;
  return { lot: o_lot, isNew: o_is_new, balance: o_balance };
}
