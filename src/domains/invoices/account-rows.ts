import { sql } from 'kysely';
import type { AccountData } from '#core/parts/account-rows.ts';

export const invoiceData: AccountData = {
  tables: {
    tax_document: {
      what: 'Invoices and credit notes',
      kept: 'CGST Act, section 36: 72 months from the due date of the annual return. They name the buyer, as Rule 46 requires.',
    },
    tax_document_file: {
      what: 'Invoices and credit notes as PDF',
      of: ({ id }) => sql`document in (select id from tax_document where account = ${id})`,
      kept: 'CGST Act, section 36: the same as the documents. Download them on their own.',
    },
  },
};
