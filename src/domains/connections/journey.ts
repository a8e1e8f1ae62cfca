import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

export const connectionJourney: JourneySource = {
  id: 'connections',
  tables: ['agent_connection'],
  query: (account) => sql`
    select happened.at, happened.what,
      jsonb_build_object('connection_id', connection.id, 'agent', connection.client_name) || happened.detail as detail
    from agent_connection connection
    cross join lateral (values
      (created_at, 'agent.connected', jsonb_build_object('scopes', scopes)),
      (ended_at, 'agent.ended', jsonb_build_object('because', ended_because))
    ) as happened (at, what, detail)
    where account = ${account.id} and happened.at is not null`,
};
