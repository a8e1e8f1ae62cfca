import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

export const invoiceJourney: JourneySource = {
  id: 'invoices',
  tables: ['tax_document'],
  query: ({ id }) => sql`
    select issued_at, kind || '.issued', jsonb_build_object('number', number, 'total_paise', total_paise)
    from tax_document where account = ${id}`,
};
