import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

export const keyJourney: JourneySource = {
  id: 'keys',
  tables: ['api_key'],
  query: ({ id }) => sql`
    select happened.at, happened.what, jsonb_build_object('key_id', key.id, 'prefix', prefix) || happened.detail
    from api_key as key
    cross join lateral (values
      (created_at, 'key.created', jsonb_build_object('mode', mode, 'plan', plan)),
      (banned_at, 'key.banned', jsonb_build_object('reason', ban_reason, 'replaced_by', replaced_by)),
      (revoked_at, 'key.revoked', '{}'),
      (expires_at, 'key.expired', '{}')
    ) as happened (at, what, detail)
    where account = ${id} and not key.is_connection and happened.at <= clock_timestamp()`,
};
