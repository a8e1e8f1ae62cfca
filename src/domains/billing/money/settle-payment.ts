import type { Phase } from '#core/context.ts';
import { mailBuyer } from '../mails/purchase-mails.ts';
import { lockPurchase, type Purchase, purchaseIdOf } from '../purchases.ts';
import { currency, duplicateReason, takenBack } from '../rules.ts';
import { stopSubscription, stopsAtOf } from '../subscriptions/stops.ts';
import { alertUnmatched, resolveUnmatched, type UnmatchedReason } from './alerts.ts';
import { carryOut } from './carry-out.ts';
import { movedBy, returnsOf } from './money-back.ts';
import { insertPayment, type Outcome, paymentFrom, paymentsOf } from './payment-ledger.ts';
import { type KnownPayment, knownPayment, lockPayment, markSettled } from './provider-payments.ts';

/** Does what a payment still needs, from all that is known of it by now. Doing it again changes nothing. */
export async function settlePayment(phase: Phase, provider: string, paymentId: string): Promise<void> {
  const { db } = phase;
  await lockPayment(db, provider, paymentId);
  const paid = await knownPayment(db, provider, paymentId);
  if (!paid?.isCaptured) return;
  const purchaseId = await purchaseIdOf(db, provider, [paid.subscription, paid.order]);
  // A subscription's money is told twice: alone, and as the charge that says which period it pays for.
  if (!purchaseId && paid.invoice && !paid.subscription) return;
  if (!purchaseId) return alertUnmatched(db, paid, 'unknown_reference');

  const purchase = await lockPurchase(db, purchaseId);
  const recorded = await paymentFrom(db, provider, paymentId);
  if (recorded) return carryOut(phase, recorded, purchase);
  const mismatch = mismatchOf(paid, purchase);
  if (mismatch) return alertUnmatched(db, paid, mismatch);
  const outcome = await outcomeOf(phase, paid, purchase);
  await carryOut(phase, await insertPayment(db, paid, purchase, outcome), purchase);
  if (outcome === 'kept' && purchase.account === null) await mailBuyer(phase, purchase, 'purchase_claim');
  await markSettled(db, paid);
  await resolveUnmatched(db, paid);
}

function mismatchOf(paid: KnownPayment, purchase: Purchase): UnmatchedReason | null {
  if (paid.currency !== currency) return 'other_currency';
  if (paid.amountPaise !== purchase.amountPaise) return 'other_amount';
  if (purchase.kind === 'topup') return paid.invoice === null ? null : 'invoice_on_a_pack';
  return paid.subscription !== null && paid.periodStart !== null ? null : 'no_period';
}

async function outcomeOf(phase: Phase, paid: KnownPayment, purchase: Purchase): Promise<Outcome> {
  const { db } = phase;
  const { provider, subscription, periodStart } = paid;
  const stopsAt = subscription === null ? null : await stopsAtOf(db, provider, subscription);
  const reason = duplicateReason({ subscription, periodStart, stopsAt }, await paymentsOf(db, purchase.id));
  if (reason === 'other_subscription') {
    await stopSubscription(phase, {
      provider,
      reference: subscription!,
      reason: 'duplicate',
      at: paid.paidAt,
    });
  }
  if (reason) return 'duplicate';
  const { refundedPaise, lostPaise, unmovedPaise } = movedBy(await returnsOf(db, provider, paid.id));
  const { isRefunded } = paid;
  const back = { refunded: refundedPaise, lost: lostPaise, unmoved: unmovedPaise, isRefunded };
  return takenBack(paid.amountPaise, back) < paid.amountPaise ? 'kept' : 'reversed';
}
