import { sql } from 'kysely';
import { journeySource } from '#domains/customers/index.ts';

export const growthJourney = journeySource({
  id: 'growth',
  tables: ['promo_redemption'],
  query: ({ id }) => sql`
    select redeemed_at as at, 'promo.redeemed' as what,
      jsonb_build_object('code', promo.code, 'credits', promo_redemption.credits, 'expires_at', expires_at) as detail
    from promo_redemption join promo on promo.id = promo_redemption.promo
    where account = ${id}`,
});
