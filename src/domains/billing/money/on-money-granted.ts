import type { Db } from '#core/context.ts';
import { resolveAlert } from '#domains/audit/index.ts';
import type { Payment } from './payment-ledger.ts';

/** What follows, in the same transaction, from money that was granted. It runs once for each payment. */
export async function onMoneyGranted(db: Db, payment: Payment): Promise<void> {
  await resolveAlert(db, { kind: 'payment_unclaimed', subject: payment.purchase });
}
