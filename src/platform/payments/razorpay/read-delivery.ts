import { readOrNull } from '#core/vendor-json.ts';
import type { ProviderFact, Verification } from '../port.ts';
import { type SignedDelivery, verifySignedDelivery } from '../signed-delivery.ts';
import { Delivery, dateOf, disputeOf, paymentOf, refundOf, subscriptionOf } from './entities.ts';

/**
 * Checks `X-Razorpay-Signature` (razorpay.com/docs/webhooks/validate-test). `secrets` are the current one, then those with which
 * events from before a change are still signed.
 */
export const verifyDelivery = (delivery: SignedDelivery, secrets: readonly string[]): Verification =>
  verifySignedDelivery(delivery, {
    secrets,
    signatureHeader: 'x-razorpay-signature',
    eventHeader: 'x-razorpay-event-id',
  });

/**
 * The facts of a verified delivery. Lenient: the official samples differ among themselves. `contains` isn't always complete, and
 * `created_at` is sometimes inside `payload`.
 */
export function readDelivery(delivery: unknown, now: () => Date): ProviderFact[] {
  const { event = '', created_at, payload = {} } = readOrNull(Delivery, delivery) ?? {};
  const at = dateOf(created_at) ?? dateOf(payload.created_at) ?? now();
  const payment = payload.payment?.entity;
  const subscription = payload.subscription?.entity;
  const refund = payload.refund?.entity;
  const dispute = payload.dispute?.entity;

  // A dispute that is under review, or waits for an action, is still open.
  if (event.startsWith('payment.dispute.'))
    return dispute && disputeEvents.has(event) ? [{ kind: 'dispute', dispute: disputeOf(dispute), at }] : [];
  if (paymentEvents.has(event)) return payment ? [{ kind: 'payment', payment: paymentOf(payment), at }] : [];
  if (event.startsWith('subscription.') && subscription) {
    const known = { subscription: subscriptionOf(subscription), at };
    return event === 'subscription.charged' && payment
      ? [{ kind: 'charge', payment: paymentOf(payment), ...known }]
      : [{ kind: 'subscription', ...known }];
  }
  if (event.startsWith('refund.')) return refund ? [{ kind: 'refund', refund: refundOf(refund), at }] : [];
  return [];
}

/** `order.paid` and `invoice.paid` repeat the same payment. */
const paymentEvents = new Set([
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'invoice.paid',
]);

const disputeEvents = new Set(
  ['created', 'under_review', 'action_required', 'won', 'lost', 'closed'].map(
    (name) => `payment.dispute.${name}`,
  ),
);
