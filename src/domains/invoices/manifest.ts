import { domain } from '#core/domain.ts';
import { showCreditNote } from './download/show-credit-note.ts';
import { showInvoice } from './download/show-invoice.ts';
import { invoiceJourney } from './journey.ts';
import { openInvoices } from './open-invoices.ts';
import { refusedSupplierVariables, supplierVariables } from './supplier/variables.ts';

/** Invoices and credit notes of payments. They never change. */
export const invoices = domain({
  id: 'invoices',
  title: 'Invoices',
  description: 'GST invoices and credit notes of payments, as PDF.',
  operations: [showInvoice, showCreditNote],
  variables: supplierVariables,
  refusedVariables: refusedSupplierVariables,
  journey: [invoiceJourney],
  open: openInvoices,
});
