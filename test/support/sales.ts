import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Db } from '#core/context.ts';
import {
  type Buyer,
  issueCreditNote,
  issueInvoice,
  type Sale,
  type Supplier,
} from '#domains/invoices/index.ts';
import { stateOf } from '#values/gst/index.ts';
import { givenAccount } from './kit.ts';

/** A supplier in Karnataka. The PAN in its GSTIN is made up. */
export const supplier: Supplier = {
  name: 'Example Contacts Private Limited',
  addressLines: ['1 Example Road', 'Bengaluru 560001'],
  gstin: '29ABCDE1234F1ZW',
  state: stateOf('29'),
  sac: '998431',
  invoicePrefix: 'INV',
  creditNotePrefix: 'CN',
  isSample: false,
};

/** A buyer in Maharashtra who is not registered. */
export const buyer: Buyer = {
  first_name: 'Asha',
  last_name: 'Example',
  business_name: '',
  address_line1: '12 Sample Street',
  address_line2: '',
  city: 'Mumbai',
  state_code: '27',
  pincode: '400001',
  gstin: null,
};

/** A payment of ₹999 by a new account, unless the terms say otherwise. */
export const saleOf = (terms: Partial<Sale> & Pick<Sale, 'account'>): Sale => ({
  provider: 'sandbox',
  payment: `pay_${randomUUID()}`,
  buyer,
  description: 'Scale plan, 200 credits, 22 November to 21 December 2026',
  totalPaise: 99_900,
  issuedAt: new Date('2026-11-22T10:00:00Z'),
  ...terms,
});

/** An issued invoice, with the account that may download it. */
export async function givenInvoice(db: Db, terms: Partial<Sale> & { accountId?: string } = {}) {
  const { accountId, account } = await givenAccount(db, { accountId: terms.accountId });
  const sale = saleOf({ account, ...terms });
  const invoice = await db.transaction().execute((tx) => issueInvoice(tx as Db, supplier, sale));
  return { ...sale, ...invoice, accountId };
}

/** A credit note of a whole invoice. */
export async function givenCreditNote(db: Db, terms: Parameters<typeof givenInvoice>[1] = {}) {
  const invoice = await givenInvoice(db, terms);
  const reversal = {
    provider: invoice.provider,
    payment: invoice.payment,
    refund: `rfnd_${randomUUID()}`,
    totalPaise: invoice.totalPaise,
    reason: "Payment reversed by the buyer's bank",
    issuedAt: new Date('2026-12-01T10:00:00Z'),
  };
  const note = await db.transaction().execute((tx) => issueCreditNote(tx as Db, supplier, reversal));
  assert.ok(note.ok);
  return { ...note, refund: reversal.refund, accountId: invoice.accountId };
}
