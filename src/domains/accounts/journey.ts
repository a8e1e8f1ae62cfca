import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

export const accountJourney: JourneySource = {
  id: 'accounts',
  tables: ['account', 'past_session', 'account_note'],
  query: ({ id }) => sql`
    select created_at, 'account.created', '{}'::jsonb from account where id = ${id}
    union all
    select changed_at, 'note.saved', jsonb_build_object('by', actor) from account_note where account = ${id}`,
};
