import type { Db } from '#core/context.ts';
import { dateInIndia, financialYearOf, lessSplit, stateOf, taxKindOf, taxSplit } from '#values/gst/index.ts';
import { rupeesInWords } from '#values/money-in-words.ts';
import type { Supplier } from '../supplier/supplier.ts';
import { documentNumber } from './document-number.ts';
import {
  creditedPaiseOf,
  creditNoteOf,
  type Issued,
  insertDocument,
  invoiceOf,
  lastNumberLocked,
} from './sql.ts';

/** Money that went back for an invoice. */
export interface Reversal {
  provider: string;
  /** The provider's id of the payment that was invoiced. */
  payment: string;
  /** The provider's id of the refund or dispute. One has one credit note. */
  refund: string;
  /** At least ₹1. */
  totalPaise: number;
  /** Printed: `Payment disputed by the buyer's bank`. */
  reason: string;
  issuedAt: Date;
}

export type CreditNoteOutcome =
  | ({ ok: true } & Issued)
  /** `no_invoice`: money that was never invoiced needs no credit note. `exceeds_invoice`: more than is left of it. */
  | { ok: false; reason: 'no_invoice' | 'exceeds_invoice' };

/**
 * Issues the credit note of a refund (CGST Act s.34), or returns the one that it has. It says what the invoice says of
 * supplier, buyer and place. Call it last in your transaction, as `issueInvoice`.
 */
export async function issueCreditNote(
  db: Db,
  supplier: Pick<Supplier, 'creditNotePrefix'>,
  reversal: Reversal,
): Promise<CreditNoteOutcome> {
  const { totalPaise, issuedAt, refund } = reversal;
  const series = { prefix: supplier.creditNotePrefix, financial_year: financialYearOf(issuedAt) };
  const serial = 1 + (await lastNumberLocked(db, series));
  const existing = await creditNoteOf(db, reversal);
  if (existing) return { ok: true, ...existing };
  const invoice = await invoiceOf(db, reversal);
  if (!invoice) return { ok: false, reason: 'no_invoice' };
  const credited = await creditedPaiseOf(db, invoice.id);
  if (credited + totalPaise > invoice.paper.split.totalPaise) return { ok: false, reason: 'exceeds_invoice' };

  const number = documentNumber({ ...series, serial });
  const { supplier: seller, placeOfSupply } = invoice.paper;
  const kind = taxKindOf(stateOf(seller.state.code), stateOf(placeOfSupply.code));
  // Split from the sum so far, so that the notes of an invoice add up to its own split, to the paisa.
  const split = lessSplit(taxSplit(credited + totalPaise, kind), taxSplit(credited, kind));

  const issued = await insertDocument(db, {
    ...series,
    serial,
    number,
    account: invoice.account,
    provider: reversal.provider,
    provider_payment_id: reversal.payment,
    provider_refund_id: refund,
    invoice: invoice.id,
    issued_at: issuedAt,
    paper: {
      ...invoice.paper,
      kind: 'credit_note',
      number,
      date: dateInIndia(issuedAt),
      reference: refund,
      split,
      totalInWords: rupeesInWords(totalPaise),
      credits: { number: invoice.number, date: invoice.paper.date, reason: reversal.reason },
    },
  });
  return { ok: true, ...issued };
}
