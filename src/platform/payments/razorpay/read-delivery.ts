import type { ProviderFact } from '../port.ts';
import { disputeOf, paymentOf, refundOf, subscriptionOf } from './entities.ts';
import { dateOf, memberOf, textOf } from './json.ts';

/**
 * What a verified delivery says. Lenient: the official samples differ among themselves. `contains` isn't always complete, and
 * `created_at` sometimes stands inside `payload`.
 */
export function readDelivery(delivery: unknown, now: () => Date): ProviderFact[] {
  const event = textOf(memberOf(delivery, 'event')) ?? '';
  const entityOf = (name: string) => memberOf(delivery, 'payload', name, 'entity');
  const at =
    dateOf(memberOf(delivery, 'created_at')) ?? dateOf(memberOf(delivery, 'payload', 'created_at')) ?? now();

  if (event.startsWith('payment.dispute.')) return disputeFacts(event, entityOf, at);
  if (paymentEvents.has(event)) {
    const payment = paymentOf(entityOf('payment'));
    return payment ? [{ kind: 'payment', payment, at }] : [];
  }
  if (event.startsWith('subscription.')) return subscriptionFacts(event, entityOf, at);
  if (event.startsWith('refund.')) {
    const refund = refundOf(entityOf('refund'));
    return refund ? [{ kind: 'refund', refund, at }] : [];
  }
  return [];
}

type EntityOf = (name: string) => unknown;

/** `order.paid` and `invoice.paid` tell the same payment again. */
const paymentEvents = new Set([
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'invoice.paid',
]);

function subscriptionFacts(event: string, entityOf: EntityOf, at: Date): ProviderFact[] {
  const subscription = subscriptionOf(entityOf('subscription'));
  if (!subscription) return [];
  const payment = event === 'subscription.charged' ? paymentOf(entityOf('payment')) : null;
  return [
    payment ? { kind: 'charge', payment, subscription, at } : { kind: 'subscription', subscription, at },
  ];
}

/** A dispute that is under review, or waits for an action, is still open. */
function disputeFacts(event: string, entityOf: EntityOf, at: Date): ProviderFact[] {
  const dispute = disputeOf(entityOf('dispute'));
  return dispute && disputeEvents.has(event) ? [{ kind: 'dispute', dispute, at }] : [];
}

const disputeEvents = new Set(
  ['created', 'under_review', 'action_required', 'won', 'lost', 'closed'].map(
    (name) => `payment.dispute.${name}`,
  ),
);
