import type { Db } from '#core/context.ts';
import {
  dateInIndia,
  financialYearOf,
  gstRate,
  placeOfSupply,
  stateOf,
  taxKindOf,
  taxSplit,
} from '#values/gst/index.ts';
import { rupeesInWords } from '#values/money-in-words.ts';
import type { Supplier } from '../supplier/supplier.ts';
import { type Buyer, buyerOnPaper, onPaper } from './buyer.ts';
import { documentNumber } from './document-number.ts';
import { type Issued, insertDocument, invoiceOf, lastNumberLocked } from './sql.ts';

/** A completed payment, and for what. */
export interface Sale {
  account: number;
  provider: string;
  /** The provider's id of the payment. One payment has one invoice. */
  payment: string;
  buyer: Buyer;
  /** The sold item, in the words of `describeSale`. */
  description: string;
  /** The paid amount, GST included. */
  totalPaise: number;
  issuedAt: Date;
}

/**
 * Issues the invoice of a payment, or returns the one that it has. Runs in the caller's transaction: if that rolls back, the
 * number is free again. Call it last, because other invoices wait until the transaction ends.
 */
export async function issueInvoice(db: Db, supplier: Supplier, sale: Sale): Promise<Issued> {
  const { buyer, totalPaise, issuedAt } = sale;
  const series = { prefix: supplier.invoicePrefix, financial_year: financialYearOf(issuedAt) };
  const serial = 1 + (await lastNumberLocked(db, series));
  const existing = await invoiceOf(db, sale);
  if (existing) return existing;

  const place = placeOfSupply({ gstin: buyer.gstin, state: stateOf(buyer.state_code) });
  const number = documentNumber({ ...series, serial });
  const split = taxSplit(totalPaise, taxKindOf(supplier.state, place));

  return insertDocument(db, {
    ...series,
    serial,
    number,
    account: sale.account,
    provider: sale.provider,
    provider_payment_id: sale.payment,
    provider_refund_id: null,
    invoice: null,
    issued_at: issuedAt,
    paper: {
      kind: 'invoice',
      number,
      date: dateInIndia(issuedAt),
      supplier: {
        name: supplier.name,
        addressLines: supplier.addressLines,
        gstin: supplier.gstin,
        state: onPaper(supplier.state),
      },
      isSample: supplier.isSample,
      buyer: buyerOnPaper(buyer),
      placeOfSupply: onPaper(place),
      sac: supplier.sac,
      description: sale.description,
      reference: sale.payment,
      rate: gstRate,
      split,
      totalInWords: rupeesInWords(totalPaise),
      credits: null,
    },
  });
}
