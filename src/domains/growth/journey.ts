import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

export const growthJourney: JourneySource = {
  id: 'growth',
  tables: ['promo_redemption'],
  query: ({ id }) => sql`
    select redeemed_at as at, 'promo.redeemed' as what,
      jsonb_build_object('code', promo.code, 'credits', promo_redemption.credits, 'expires_at', expires_at) as detail
    from promo_redemption join promo on promo.id = promo_redemption.promo
    where account = ${id}`,
};
