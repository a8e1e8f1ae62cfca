export type { Buyer } from './issue/buyer.ts';
export { describeSale, type SoldItem } from './issue/describe-sale.ts';
export { type CreditNoteOutcome, issueCreditNote, type Reversal } from './issue/issue-credit-note.ts';
export { issueInvoice, type Sale } from './issue/issue-invoice.ts';
export type { Issued } from './issue/sql.ts';
export type { Supplier } from './supplier/supplier.ts';
export { SupplierOf } from './supplier/supplier.ts';
