import type { Phase } from '#core/context.ts';
import { isClosed } from '#domains/accounts/index.ts';
import { mailBuyer } from '../mails/purchase-mails.ts';
import { lockPurchase, type Purchase, purchaseIdOf } from '../purchases.ts';
import { capturedRank, currency, duplicateReason, failedRank, takenBack } from '../rules.ts';
import { stopSubscription } from '../subscriptions/stop-subscription.ts';
import { subscriptionNamed } from '../subscriptions/subscriptions.ts';
import { alertUnmatched, resolveUnmatched, type UnmatchedReason } from './alerts.ts';
import { announceFailedPayment } from './announce-failure.ts';
import { carryOut } from './carry-out.ts';
import { insertPayment, type Outcome, paymentFrom, paymentsOf } from './payment-ledger.ts';
import {
  type KnownPayment,
  knownPayment,
  lockPayment,
  markSettled,
  moneyBackOf,
  paidAtOf,
} from './provider-payments.ts';

/** Does what a payment still needs, from everything known about it by now. Doing it again changes nothing. */
export async function settlePayment(phase: Phase, provider: string, paymentId: string): Promise<void> {
  const { db } = phase;
  await lockPayment(db, provider, paymentId);
  const paid = await knownPayment(db, provider, paymentId);
  if (paid?.rank === failedRank) await announceFailedPayment(db, paid);
  if (!paid || paid.rank < capturedRank) return;
  // An operator may have attached the payment itself to a purchase.
  const purchaseId =
    (await purchaseIdOf(db, provider, [paid.id])) ??
    (await purchaseIdOf(db, provider, [paid.subscription, paid.order_reference]));
  // A subscription's money is reported twice: alone, and as the charge that says which period it pays for.
  if (!purchaseId && paid.invoice && !paid.subscription) return;
  if (!purchaseId) return alertUnmatched(db, paid, 'unknown_reference');

  const purchase = await lockPurchase(db, purchaseId);
  const recorded = await paymentFrom(db, provider, paymentId);
  if (recorded) return carryOut(phase, recorded, purchase);
  const mismatch = mismatchOf(paid, purchase);
  if (mismatch) return alertUnmatched(db, paid, mismatch);
  const outcome = await outcomeOf(phase, paid, purchase);
  if (outcome === 'kept' && purchase.account !== null && (await isClosed(db, purchase.account)))
    return leaveOnDesk(phase, paid);
  await carryOut(phase, await insertPayment(db, paid, purchase, outcome), purchase);
  if (outcome === 'kept' && purchase.account === null) await mailBuyer(phase, purchase, 'purchase_claim');
  await markSettled(db, paid);
  await resolveUnmatched(db, paid);
}

/** Money for an account that was closed before it arrived waits for an operator. Further charges go back. */
async function leaveOnDesk(phase: Phase, paid: KnownPayment): Promise<void> {
  const { provider, subscription } = paid;
  const known = subscription === null ? null : await subscriptionNamed(phase.db, provider, subscription);
  if (known && known.stops_at === null) {
    const at = paid.period_end ?? paidAtOf(paid);
    await stopSubscription(phase, { provider, reference: known.reference, reason: 'abandoned', at });
  }
  await alertUnmatched(phase.db, paid, 'closed_account');
}

function mismatchOf(paid: KnownPayment, purchase: Purchase): UnmatchedReason | null {
  if (paid.currency !== currency) return 'other_currency';
  if (paid.amount_paise !== purchase.amount_paise) return 'other_amount';
  if (purchase.kind === 'topup') return paid.invoice === null ? null : 'invoice_on_a_pack';
  return paid.subscription !== null && paid.period_start !== null ? null : 'no_period';
}

async function outcomeOf(phase: Phase, paid: KnownPayment, purchase: Purchase): Promise<Outcome> {
  const { db } = phase;
  const { provider, subscription } = paid;
  const known = subscription === null ? null : await subscriptionNamed(db, provider, subscription);
  const period = { ...paid, stops_at: known?.stops_at ?? null };
  const reason = duplicateReason(period, await paymentsOf(db, purchase.id));
  if (reason === 'other_subscription') {
    const at = paidAtOf(paid);
    await stopSubscription(phase, { provider, reference: subscription!, reason: 'duplicate', at });
  }
  if (reason) return 'duplicate';
  const backPaise = takenBack(paid.amount_paise, await moneyBackOf(db, provider, paid.id));
  return backPaise < paid.amount_paise ? 'kept' : 'reversed';
}
