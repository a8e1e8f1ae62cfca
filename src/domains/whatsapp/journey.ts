import { sql } from 'kysely';
import { journeySource } from '#domains/customers/index.ts';

export const whatsappJourney = journeySource({
  id: 'whatsapp',
  tables: ['whatsapp_number', 'whatsapp_message'],
  query: ({ id }) => sql`
    select sent_at, 'whatsapp.code_sent', jsonb_build_object('delivery', delivery, 'confirmed', used_at is not null)
    from whatsapp_message where account = ${id}
    union all
    select happened.at, happened.what, '{}'
    from whatsapp_number
    cross join lateral (values
      (case when verified_at is null then recorded_at end, 'whatsapp.recorded'),
      (verified_at, 'whatsapp.verified')
    ) as happened (at, what)
    where account = ${id} and happened.at is not null`,
});
