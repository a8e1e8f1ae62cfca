import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';
import { pastSessions } from '#domains/accounts/index.ts';

export const extensionJourney: JourneySource = {
  id: 'extension',
  tables: ['extension_session'],
  query: (account) => sql`
    select happened.at, happened.what, jsonb_build_object('session_id', session.id) || happened.detail as detail
    from extension_session session
    cross join lateral (values
      (created_at, 'extension.connected', '{}'::jsonb),
      (ended_at, 'extension.ended', jsonb_build_object('because', ended_because))
    ) as happened (at, what, detail)
    where account = ${account.id} and happened.at is not null
    union all ${pastSessions(account, 'extension')}`,
};
