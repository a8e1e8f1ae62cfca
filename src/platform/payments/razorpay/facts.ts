import Type, { type Static } from 'typebox';
import { hourMs } from '#core/clock.ts';
import { readOrNull } from '#core/vendor-json.ts';
import { type ProviderFact, ProviderFailure, type ProviderPayment } from '../port.ts';
import type { RazorpayApi } from './api.ts';
import {
  Dispute,
  dateOf,
  disputeOf,
  Invoice,
  Payment,
  paymentOf,
  Refund,
  refundOf,
  Subscription,
  subscriptionOf,
} from './entities.ts';

const clocksDifferMs = hourMs;

/** Everything Razorpay knows about an order, a subscription or a payment. */
export async function factsOf(api: RazorpayApi, reference: string, now: () => Date): Promise<ProviderFact[]> {
  const at = now();
  const read = reference.startsWith('sub_')
    ? subscriptionFacts
    : reference.startsWith('pay_')
      ? loneFacts
      : orderFacts;
  const facts = await read(api, reference, at);
  const paid = facts.flatMap((fact) => ('payment' in fact ? [fact] : []));
  return paid.length === 0 ? facts : [...facts, ...(await disputeFacts(api, paid, at))];
}

async function orderFacts(api: RazorpayApi, reference: string, at: Date): Promise<ProviderFact[]> {
  const payments = await api.items(Payment, `/orders/${encodeURIComponent(reference)}/payments`);
  return (await Promise.all(payments.map((entity) => paymentFacts(api, entity, at)))).flat();
}

/** An attached payment may have no order of ours. */
const loneFacts = async (api: RazorpayApi, reference: string, at: Date): Promise<ProviderFact[]> =>
  paymentFacts(api, await api.get(Payment, `/payments/${encodeURIComponent(reference)}`), at);

const paymentFacts = async (
  api: RazorpayApi,
  entity: Static<typeof Payment>,
  at: Date,
): Promise<ProviderFact[]> => [
  ...(await refundFacts(api, entity, at)),
  { kind: 'payment', payment: paymentOf(entity), at: dateOf(entity.created_at) ?? at },
];

/** Each paid invoice is the charge of one period. */
async function subscriptionFacts(api: RazorpayApi, reference: string, at: Date): Promise<ProviderFact[]> {
  const subscription = subscriptionOf(
    await api.get(Subscription, `/subscriptions/${encodeURIComponent(reference)}`),
  );
  const invoices = await api.list(Invoice, '/invoices', { subscription_id: reference });
  const charges = invoices.map(async (invoice): Promise<ProviderFact[]> => {
    const path = `/payments/${encodeURIComponent(invoice.payment_id)}`;
    const paid = readOrNull(Payment, await api.get(Type.Unknown(), path));
    if (!paid) return [];
    const period = { periodStart: dateOf(invoice.billing_start), periodEnd: dateOf(invoice.billing_end) };
    const charge: ProviderFact = {
      kind: 'charge',
      payment: paymentOf(paid),
      subscription: { ...subscription, ...period },
      at: dateOf(invoice.paid_at) ?? dateOf(paid.created_at) ?? at,
    };
    return [...(await refundFacts(api, paid, at)), charge];
  });
  return [...(await Promise.all(charges)).flat(), { kind: 'subscription', subscription, at }];
}

/** Told before their payment, which Razorpay calls refunded while they are pending. */
async function refundFacts(
  api: RazorpayApi,
  { id, status, amount_refunded: refunded = 0 }: Static<typeof Payment>,
  at: Date,
): Promise<ProviderFact[]> {
  if (status !== 'refunded' && refunded === 0) return [];
  const refunds = await api.list(Refund, `/payments/${encodeURIComponent(id)}/refunds`);
  return refunds.map((entity) => ({
    kind: 'refund',
    refund: refundOf(entity),
    at: dateOf(entity.created_at) ?? at,
  }));
}

/** Razorpay lists disputes of all payments together, newest first. None is older than the payment that it is about. */
async function disputeFacts(
  api: RazorpayApi,
  paid: readonly { payment: ProviderPayment; at: Date }[],
  at: Date,
): Promise<ProviderFact[]> {
  const payments = new Set(paid.map(({ payment }) => payment.id));
  const firstMs = Math.min(...paid.map((fact) => fact.at.getTime())) - clocksDifferMs;
  const isPast = (entity: Static<typeof Dispute>) =>
    (dateOf(entity.created_at)?.getTime() ?? firstMs) < firstMs;
  const disputes = await api.list(Dispute, '/disputes', {}, isPast).catch(noneIfRefused);
  return disputes
    .map(disputeOf)
    .filter(({ payment }) => payments.has(payment))
    .map((dispute) => ({ kind: 'dispute', dispute, at }));
}

/** An account without access to disputes hears of them by its webhook only. */
function noneIfRefused(error: unknown): [] {
  if (error instanceof ProviderFailure && error.kind !== 'unreachable') return [];
  throw error;
}
