import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

export const creditJourney: JourneySource = {
  id: 'credits',
  tables: ['credit_lot'],
  query: ({ id }) => sql`
    select happened.at, happened.what, jsonb_build_object('grant_id', lot.id, 'source', source) || happened.detail
    from credit_lot as lot
    cross join lateral (values
      (created_at, 'credits.granted', jsonb_build_object('credits', granted, 'granted_by', granted_by, 'reason', reason,
        'expires_at', nullif(expires_at, 'infinity'))),
      (case when expired > 0 then expires_at end, 'credits.expired', jsonb_build_object('credits', expired))
    ) as happened (at, what, detail)
    where account = ${id} and lot.id > 0 and happened.at <= clock_timestamp()`,
};
