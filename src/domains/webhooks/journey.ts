import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

export const webhookJourney: JourneySource = {
  id: 'webhooks',
  tables: ['webhook_secret', 'webhook_delivery', 'webhook_endpoint'],
  query: ({ id }) => sql`
    select created_at as at, 'webhook_secret.created' as what, '{}'::jsonb as detail from webhook_secret where account = ${id}
    union all
    select created_at, 'webhook_endpoint.created', jsonb_build_object('endpoint_id', id) from webhook_endpoint where account = ${id}
    union all
    select switched_off_at, 'webhook_endpoint.switched_off', jsonb_build_object('endpoint_id', id) from webhook_endpoint
    where account = ${id} and switched_off_at is not null
    union all
    select ended_at, 'webhook.failed', jsonb_build_object('message_id', message_id, 'type', type, 'attempts', attempts)
    from webhook_delivery where account = ${id} and status = 'failed'`,
};
