import type { Ports } from '#core/context.ts';
import type { Job, JobContext } from '#core/job.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import {
  describeSale,
  issueCreditNote,
  issueInvoice,
  type Supplier,
  SupplierOf,
} from '#domains/invoices/index.ts';
import { accountsWithProfile, businessProfileOf } from '#domains/onboarding/index.ts';
import { queueEvent } from '#domains/webhooks/index.ts';
import { purchaseById } from '../purchases.ts';
import {
  getsNoInvoice,
  noDocument,
  setDocument,
  takeUndocumented,
  type Undocumented,
  undocumentedAfter,
} from './sql.ts';

/** Issues the invoice of a granted payment, or the credit note of money that went back. */
export const issueDocument: Job<{ payment: string }> = {
  id: 'billing.issue-document',
  run: (ctx, { payment }) => issueOne(ctx, payment),
};

/** One transaction: the number, the document and its mark on the payment. A repeat finds the mark. */
async function issueOne(ctx: JobContext, id: string): Promise<void> {
  await ctx.phase(async ({ db }) => {
    const moved = await takeUndocumented(db, id);
    if (!moved) return;
    const number = await (moved.kind === 'payment' ? invoice : creditNote)(
      { ...ctx.ports, db },
      moved,
      ctx.now(),
    );
    if (!number) return;
    await setDocument(db, id, number);
    const { kind, account, provider_payment_id, amount_paise: amount, currency } = moved;
    if (kind !== 'payment') return;
    const data = { document_number: number, provider_payment_id, amount, currency };
    await queueEvent(
      { db, now: ctx.now },
      { account, type: 'invoice.issued', subject: moved.purchase, data },
    );
  });
}

/** Returns its number. Null as long as the buyer has no business profile: an invoice needs a State (GST Rule 46). */
async function invoice(ports: Ports, sold: Undocumented, now: Date): Promise<string | null> {
  const buyer = await businessProfileOf(ports.db, sold.account);
  if (!buyer) return null;
  const { kind, name, credits } = (await purchaseById(ports.db, sold.purchase))!.terms;
  const period = sold.period_start && sold.period_end && { start: sold.period_start, end: sold.period_end };
  const { number } = await issueInvoice(ports.db, await supplierFor(ports, sold.provider), {
    account: sold.account,
    provider: sold.provider,
    payment: sold.provider_payment_id,
    buyer,
    description: describeSale({ kind, name, credits, period }),
    totalPaise: sold.amount_paise,
    issuedAt: now,
  });
  return number;
}

/** Returns its number, or that there will be none. Null while the payment may still get its invoice. */
async function creditNote(ports: Ports, returned: Undocumented, now: Date): Promise<string | null> {
  const outcome = await issueCreditNote(ports.db, await supplierFor(ports, returned.provider), {
    provider: returned.provider,
    payment: returned.provider_payment_id,
    refund: returned.reference,
    totalPaise: returned.amount_paise,
    reason: returned.kind === 'refund' ? 'Refund' : "Payment disputed by the buyer's bank",
    issuedAt: now,
  });
  if (outcome.ok) return outcome.number;
  if (outcome.reason === 'no_invoice') return (await getsNoInvoice(ports.db, returned)) ? noDocument : null;
  await raiseAlert(ports.db, { kind: 'credit_note_refused', subject: returned.id, details: {} });
  return noDocument;
}

async function supplierFor(ports: Ports, provider: string): Promise<Supplier> {
  const supplier = await ports.use(SupplierOf).of(ports.db, provider);
  if (supplier) return supplier;
  throw new Error(
    'no business is set for invoices: set it in the console under GST, or SUPPLIER_NAME and the variables with it',
  );
}

const pageSize = 200;

/** Issues what could not be issued at once, such as the invoice of a buyer who paid before they saved an address. */
export const issueLeftDocuments: Job = {
  id: 'billing.issue-left-documents',
  schedule: '* * * * *',
  async run(ctx) {
    for (let after = 0; ; ) {
      const due = await undocumentedAfter(ctx.ports.db, after, pageSize);
      const buyers = await accountsWithProfile(
        ctx.ports.db,
        due.map(({ account }) => account),
      );
      for (const { id } of due.filter(({ account }) => buyers.has(account))) {
        ctx.signal.throwIfAborted();
        await tryOne(ctx, id);
      }
      if (due.length < pageSize) return;
      after = due.at(-1)!.number;
    }
  },
};

/** One that can't be issued doesn't keep the others waiting. */
async function tryOne(ctx: JobContext, payment: string): Promise<void> {
  const alert = { kind: 'document_not_issued', subject: payment } as const;
  try {
    await issueOne(ctx, payment);
    await resolveAlert(ctx.ports.db, alert);
  } catch (error) {
    ctx.log.warn({ error, payment }, 'an invoice or a credit note could not be issued');
    await raiseAlert(ctx.ports.db, { ...alert, details: {} });
  }
}
