import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';
import { pastSessions } from '#domains/accounts/index.ts';

export const signInJourney: JourneySource = {
  id: 'sign-ins',
  tables: ['web_session'],
  query: (account) => sql`
    select created_at, 'account.signed_in', jsonb_build_object('session_id', session.id, 'provider', provider)
    from web_session as session where account = ${account.id}
    union all ${pastSessions(account, 'sign-ins')}`,
};
