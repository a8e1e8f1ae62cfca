import type { Db } from '#core/context.ts';
import { redemptionsWhere } from './promos/redemptions.ts';

/** Something that happened to an account. */
export interface GrowthFact {
  at: Date;
  what: 'promo_redeemed';
  source: 'growth';
  detail: { redemption: number; code: string; credits: number; expires_at: string };
}

/** The redemptions of one account, newest first; `before` is the number of a redemption. */
export async function growthFactsOf(
  db: Db,
  account: number,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<GrowthFact[]> {
  const found = await redemptionsWhere(db, { account, before, limit });
  return found.map(({ id, code, credits, redeemed_at, expires_at }) => ({
    at: redeemed_at,
    what: 'promo_redeemed',
    source: 'growth',
    detail: { redemption: id, code, credits, expires_at: expires_at.toISOString() },
  }));
}
