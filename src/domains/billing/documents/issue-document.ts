import type { Ports } from '#core/context.ts';
import type { Job, JobContext } from '#core/job.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { describeSale, issueCreditNote, issueInvoice, SupplierOf } from '#domains/invoices/index.ts';
import { businessProfileOf } from '#domains/onboarding/index.ts';
import { planById } from '../plans.ts';
import { getsNoInvoice, noDocument, setDocument, takeUndocumented, type Undocumented } from './sql.ts';

/** Issues the invoice of a granted payment, or the credit note of money that went back. */
export const issueDocument: Job<{ payment: string }> = {
  id: 'billing.issue-document',
  run: (ctx, { payment }) => issueOne(ctx, payment),
};

/** One transaction: the number, the document and its mark on the payment. A repeat finds the mark. */
export async function issueOne(ctx: JobContext, id: string): Promise<void> {
  await ctx.phase(async ({ db }) => {
    const moved = await takeUndocumented(db, id);
    if (!moved) return;
    const number = await (moved.kind === 'payment' ? invoice : creditNote)(
      { ...ctx.ports, db },
      moved,
      ctx.now(),
    );
    if (number) await setDocument(db, id, number);
  });
}

/** Its number. Null as long as the buyer has no business profile: an invoice needs a State (GST Rule 46). */
async function invoice(ports: Ports, sold: Undocumented, now: Date): Promise<string | null> {
  const buyer = await businessProfileOf(ports.db, sold.account);
  if (!buyer) return null;
  const { kind, name, credits } = planById(sold.plan)!;
  const period = sold.periodStart && sold.periodEnd && { start: sold.periodStart, end: sold.periodEnd };
  const { number } = await issueInvoice(ports.db, ports.use(SupplierOf)(sold.provider), {
    account: sold.account,
    provider: sold.provider,
    payment: sold.payment,
    buyer,
    description: describeSale({ kind, name, credits, period }),
    totalPaise: sold.amountPaise,
    issuedAt: now,
  });
  return number;
}

/** Its number, or that there will be none. Null while the payment may still get its invoice. */
async function creditNote(ports: Ports, returned: Undocumented, now: Date): Promise<string | null> {
  const outcome = await issueCreditNote(ports.db, ports.use(SupplierOf)(returned.provider), {
    provider: returned.provider,
    payment: returned.payment,
    refund: returned.reference,
    totalPaise: returned.amountPaise,
    reason: returned.kind === 'refund' ? 'Refund' : "Payment disputed by the buyer's bank",
    issuedAt: now,
  });
  if (outcome.ok) return outcome.number;
  if (outcome.reason === 'no_invoice') return (await getsNoInvoice(ports.db, returned)) ? noDocument : null;
  await raiseAlert(ports.db, { kind: 'credit_note_refused', subject: returned.id, details: {} });
  return noDocument;
}
