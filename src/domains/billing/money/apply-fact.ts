import type { Phase } from '#core/context.ts';
import type {
  ProviderFact,
  ProviderName,
  ProviderPayment,
  ProviderSubscription,
} from '#platform/payments/port.ts';
import { insertReference, lockPurchase, type Purchase, purchaseById, purchaseIdOf } from '../purchases.ts';
import { mergeSubscription, subscriptionNamed } from '../subscriptions/subscriptions.ts';
import { announceFailedRenewal } from './announce-failure.ts';
import { lockPayment, mergeDispute, mergePayment } from './provider-payments.ts';
import { takeRefund } from './refund-requests.ts';
import { settlePayment } from './settle-payment.ts';

/** Applies one fact: adds it to what is known, then does what follows from everything known. One transaction. */
export async function applyFact(phase: Phase, provider: ProviderName, fact: ProviderFact): Promise<void> {
  const { db } = phase;
  switch (fact.kind) {
    case 'payment':
      return takePayment(phase, provider, fact);
    case 'charge':
      return takePayment(phase, provider, fact, fact.subscription);
    case 'subscription':
      return takeSubscription(phase, provider, fact.subscription, fact.at);
    case 'refund':
      await lockPayment(db, provider, fact.refund.payment);
      await takeRefund(db, provider, fact.refund, fact.at);
      return settlePayment(phase, provider, fact.refund.payment);
    case 'dispute':
      await lockPayment(db, provider, fact.dispute.payment);
      await mergeDispute(db, provider, fact.dispute, fact.at);
      return settlePayment(phase, provider, fact.dispute.payment);
  }
}

async function takePayment(
  phase: Phase,
  provider: ProviderName,
  { payment, at }: { payment: ProviderPayment; at: Date },
  subscription?: ProviderSubscription,
): Promise<void> {
  await lockPayment(phase.db, provider, payment.id);
  if (subscription) await takeSubscription(phase, provider, subscription, at);
  await mergePayment(phase.db, provider, { payment, at, ...(subscription ? { subscription } : {}) });
  await settlePayment(phase, provider, payment.id);
}

async function takeSubscription(
  phase: Phase,
  provider: ProviderName,
  subscription: ProviderSubscription,
  at: Date,
): Promise<void> {
  const { db } = phase;
  const known = await purchaseIdOf(db, provider, [subscription.id]);
  const purchase = known ? await lockPurchase(db, known) : await adopt(db, provider, subscription, at);
  if (!purchase) return;
  await mergeSubscription(db, purchase, subscription, at);
  const merged = await subscriptionNamed(db, provider, subscription.id);
  if (merged) await announceFailedRenewal(phase, purchase, merged);
}

/** A subscription whose id never reached us, because the answer to our call was lost. It carries our own id. */
async function adopt(
  db: Phase['db'],
  provider: ProviderName,
  { id, purchase: ours }: ProviderSubscription,
  at: Date,
): Promise<Purchase | null> {
  const purchase = ours === null ? null : await purchaseById(db, ours);
  if (purchase?.provider !== provider || purchase.kind !== 'monthly') return null;
  // In the order of a checkout, which may be storing the same reference.
  const locked = await lockPurchase(db, purchase.id);
  await insertReference(db, locked, id, at);
  return locked;
}
