import { sql } from 'kysely';
import { journeySource } from '#domains/customers/index.ts';

export const accountJourney = journeySource({
  id: 'accounts',
  tables: ['account', 'past_session'],
  query: ({ id }) => sql`
    select created_at, 'account.created', '{}'::jsonb from account where id = ${id}`,
});
