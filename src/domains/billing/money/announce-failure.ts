import type { Db, Phase } from '#core/context.ts';
import { queueEvent } from '#domains/webhooks/index.ts';
import { type Purchase, purchaseById, purchaseIdOf } from '../purchases.ts';
import { currency } from '../rules.ts';
import { isFailing, mailFailedRenewal } from '../subscriptions/mail-failed-renewal.ts';
import type { Subscription } from '../subscriptions/subscriptions.ts';
import type { KnownPayment } from './provider-payments.ts';

/** Writes the event of a payment that failed, once. One for no purchase of an account is left out. */
export async function announceFailedPayment(db: Db, paid: KnownPayment): Promise<void> {
  const id = await purchaseIdOf(db, paid.provider, [paid.subscription, paid.order_reference]);
  const purchase = id && (await purchaseById(db, id));
  if (!purchase || purchase.account === null) return;
  const about = `${paid.provider}:${paid.id}`;
  const is_renewal = paid.subscription !== null;
  await announce(db, purchase, { provider_payment_id: paid.id, is_renewal, is_retried: is_renewal }, about);
}

/**
 * Writes the event of a renewal that the provider could not charge, once for each period while it tries again and once at the end, and
 * mails the customer.
 */
export async function announceFailedRenewal(
  { db, enqueue }: Pick<Phase, 'db' | 'enqueue'>,
  purchase: Purchase,
  subscription: Subscription,
): Promise<void> {
  if (!isFailing(subscription) || purchase.account === null) return;
  const { provider, reference, status, paid_until } = subscription;
  const about = `${provider}:${reference} ${paid_until?.toISOString()} ${status}`;
  const failed = { provider_payment_id: null, is_renewal: true, is_retried: status === 'pending' };
  await announce(db, purchase, failed, about);
  enqueue(mailFailedRenewal, { provider, reference });
}

async function announce(
  db: Db,
  { id: subject, account, plan: plan_id, amount_paise: amount, terms }: Purchase,
  failed: { provider_payment_id: string | null; is_renewal: boolean; is_retried: boolean },
  about: string,
): Promise<void> {
  const data = { ...failed, plan_id, plan_name: terms.name, amount, currency };
  await queueEvent({ db }, { account: account!, type: 'payment.failed', subject, data, about });
}
