import type { AccountData } from '#core/parts/account-rows.ts';

export const invoiceData: AccountData = {
  tables: {
    tax_document: {
      what: 'Invoices and credit notes',
      kept: 'CGST Act, section 36: 72 months from the due date of the annual return. They name the buyer, as Rule 46 requires.',
    },
  },
};
