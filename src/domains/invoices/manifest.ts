import { domain } from '#core/domain.ts';
import { invoiceData } from './account-rows.ts';
import { downloadDocument } from './download/download-document.ts';
import { listDocuments } from './download/list-documents.ts';
import { showCreditNote } from './download/show-credit-note.ts';
import { showInvoice } from './download/show-invoice.ts';
import { invoiceJourney } from './journey.ts';
import { openInvoices } from './open-invoices.ts';
import { downloadReturn } from './returns/download-return.ts';
import { changeSupplier } from './supplier/change-supplier.ts';
import { showSupplier } from './supplier/show-supplier.ts';
import { refusedSupplierVariables, supplierVariables } from './supplier/variables.ts';

/** Invoices and credit notes of payments. They never change. */
export const invoices = domain({
  id: 'invoices',
  title: 'Invoices',
  description: 'GST invoices and credit notes of payments, as PDF.',
  operations: [
    showInvoice,
    showCreditNote,
    listDocuments,
    downloadDocument,
    downloadReturn,
    showSupplier,
    changeSupplier,
  ],
  variables: supplierVariables,
  refusedVariables: refusedSupplierVariables,
  accountData: invoiceData,
  journey: [invoiceJourney],
  open: openInvoices,
});
