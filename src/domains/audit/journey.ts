import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

export const auditJourney: JourneySource = {
  id: 'audit',
  tables: ['audit_entry'],
  query: ({ account_id }) => sql`
    select at, event, jsonb_build_object('entry_id', id::text, 'actor', actor) || (details - 'account_id')
    from audit_entry where details ->> 'account_id' = ${account_id}`,
};

/** Acts of the customer. */
export const customerActJourney: JourneySource = {
  id: 'acts',
  tables: ['customer_act'],
  query: ({ id }) => sql`
    select at, event, jsonb_build_object('actor', actor) || details from customer_act where account = ${id}`,
};
