import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

export const whatsappJourney: JourneySource = {
  id: 'whatsapp',
  tables: ['whatsapp_number', 'whatsapp_proof', 'whatsapp_message'],
  query: ({ id }) => sql`
    select sent_at, 'whatsapp.code_sent', jsonb_build_object('delivery', delivery, 'confirmed', used_at is not null)
    from whatsapp_message where account = ${id}
    union all
    select recorded_at, 'whatsapp.recorded', '{}'
    from whatsapp_number where account = ${id} and verified_at is null
    union all
    select proved_at, 'whatsapp.verified', '{}' from whatsapp_proof where account = ${id}`,
};
