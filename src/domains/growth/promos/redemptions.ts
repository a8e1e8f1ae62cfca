import type { Insertable } from 'kysely';
import type { Db } from '#core/context.ts';
import type { PromoRedemptionTable } from '#platform/database/rows.generated.ts';

/** Returns its id. */
export async function insertRedemption(
  db: Db,
  redemption: Insertable<PromoRedemptionTable>,
): Promise<number> {
  const { id } = await db
    .insertInto('promo_redemption')
    .values(redemption)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function hasRedeemed(db: Db, account: number, promo: number): Promise<boolean> {
  const found = await db
    .selectFrom('promo_redemption')
    .select('id')
    .where('account', '=', account)
    .where('promo', '=', promo)
    .limit(1)
    .execute();
  return found.length > 0;
}

interface RedemptionsWanted {
  account?: number | undefined;
  /** In its stored form. */
  code?: string | undefined;
  /** Older than the one with this id. */
  before?: number | undefined;
  limit: number;
}

/** Newest first, with who redeemed what. */
export function redemptionsWhere(db: Db, { account, code, before, limit }: RedemptionsWanted) {
  let query = db
    .selectFrom('promo_redemption as redemption')
    .innerJoin('promo', 'promo.id', 'redemption.promo')
    .innerJoin('account', 'account.id', 'redemption.account')
    .select(['redemption.id', 'promo.code', 'account.account_id', 'account.email', 'redemption.credits'])
    .select(['redemption.redeemed_at', 'redemption.expires_at']);
  if (account !== undefined) query = query.where('redemption.account', '=', account);
  if (code !== undefined) query = query.where('promo.code', '=', code);
  if (before !== undefined) query = query.where('redemption.id', '<', before);
  return query.orderBy('redemption.id', 'desc').limit(limit).execute();
}
