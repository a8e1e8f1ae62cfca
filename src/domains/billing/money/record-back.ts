import type { Phase } from '#core/context.ts';
import { issueDocument } from '../documents/issue-document.ts';
import { mailBuyer } from '../mails/purchase-mails.ts';
import type { Purchase } from '../purchases.ts';
import { type MovementBack, type Payment, recordReturn } from './payment-ledger.ts';
import type { Return } from './provider-payments.ts';

/** Records money that went back, once, with the credit note and the mail that follow. */
export async function recordBack(
  phase: Phase,
  { payment, purchase }: { payment: Payment; purchase: Purchase },
  kind: MovementBack,
  back: Omit<Return, 'rank'>,
): Promise<void> {
  const id = await recordReturn(phase.db, payment, kind, back);
  if (id === null) return;
  // A duplicate has no invoice.
  if (kind !== 'payment_correction') phase.enqueue(issueDocument, { payment: id });
  if (kind !== 'chargeback') await mailBuyer(phase, purchase, 'purchase_refund', id);
}
