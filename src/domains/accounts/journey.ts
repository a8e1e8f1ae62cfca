import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

export const accountJourney: JourneySource = {
  id: 'accounts',
  tables: ['account', 'past_session'],
  query: ({ id }) => sql`
    select created_at, 'account.created', '{}'::jsonb from account where id = ${id}`,
};
