import { hourMs } from '#core/clock.ts';
import { type ProviderFact, ProviderFailure, type ProviderPayment } from '../port.ts';
import { itemsOf, type RazorpayApi } from './api.ts';
import { disputeOf, paymentOf, refundOf, subscriptionOf } from './entities.ts';
import { dateOf, memberOf, textOf } from './json.ts';

const clocksDifferMs = hourMs;

/** Everything Razorpay knows about an order or a subscription. */
export async function factsOf(api: RazorpayApi, reference: string, now: () => Date): Promise<ProviderFact[]> {
  const at = now();
  const facts = reference.startsWith('sub_')
    ? await subscriptionFacts(api, reference, at)
    : await orderFacts(api, reference, at);
  const paid = facts.flatMap((fact) => ('payment' in fact ? [fact] : []));
  return paid.length === 0 ? facts : [...facts, ...(await disputeFacts(api, paid, at))];
}

async function orderFacts(api: RazorpayApi, reference: string, at: Date): Promise<ProviderFact[]> {
  const payments = itemsOf(await api.get(`/orders/${encodeURIComponent(reference)}/payments`));
  const facts = payments.map(async (entity): Promise<ProviderFact[]> => {
    const payment = paymentOf(entity);
    if (!payment) return [];
    const paidAt = dateOf(memberOf(entity, 'created_at')) ?? at;
    return [...(await refundFacts(api, entity, payment, at)), { kind: 'payment', payment, at: paidAt }];
  });
  return (await Promise.all(facts)).flat();
}

/** Each paid invoice is the charge of one period. */
async function subscriptionFacts(api: RazorpayApi, reference: string, at: Date): Promise<ProviderFact[]> {
  const entity = await api.get(`/subscriptions/${encodeURIComponent(reference)}`);
  const subscription = subscriptionOf(entity);
  if (!subscription) throw new ProviderFailure('unreachable', "Razorpay's answer is not a subscription");
  const invoices = await api.list('/invoices', { subscription_id: reference });
  const charges = invoices.map(async (invoice): Promise<ProviderFact[]> => {
    const paymentId = textOf(memberOf(invoice, 'payment_id'));
    if (paymentId === null) return [];
    const paid = await api.get(`/payments/${encodeURIComponent(paymentId)}`);
    const payment = paymentOf(paid);
    if (!payment) return [];
    const period = {
      periodStart: dateOf(memberOf(invoice, 'billing_start')),
      periodEnd: dateOf(memberOf(invoice, 'billing_end')),
    };
    const charge: ProviderFact = {
      kind: 'charge',
      payment,
      subscription: { ...subscription, ...period },
      at: dateOf(memberOf(invoice, 'paid_at')) ?? dateOf(memberOf(paid, 'created_at')) ?? at,
    };
    return [...(await refundFacts(api, paid, payment, at)), charge];
  });
  return [...(await Promise.all(charges)).flat(), { kind: 'subscription', subscription, at }];
}

/** Told before their payment, which Razorpay calls refunded while they are pending. */
async function refundFacts(
  api: RazorpayApi,
  entity: unknown,
  { id, status }: ProviderPayment,
  at: Date,
): Promise<ProviderFact[]> {
  const refunded = memberOf(entity, 'amount_refunded');
  if (status !== 'refunded' && !(typeof refunded === 'number' && refunded > 0)) return [];
  const refunds = await api.list(`/payments/${encodeURIComponent(id)}/refunds`);
  return refunds.flatMap((entity): ProviderFact[] => {
    const refund = refundOf(entity);
    return refund ? [{ kind: 'refund', refund, at: dateOf(memberOf(entity, 'created_at')) ?? at }] : [];
  });
}

/** Razorpay lists disputes of all payments together, newest first. None is older than the payment that it is about. */
async function disputeFacts(
  api: RazorpayApi,
  paid: readonly { payment: ProviderPayment; at: Date }[],
  at: Date,
): Promise<ProviderFact[]> {
  const payments = new Set(paid.map(({ payment }) => payment.id));
  const firstMs = Math.min(...paid.map((fact) => fact.at.getTime())) - clocksDifferMs;
  const isPast = (entity: unknown) =>
    (dateOf(memberOf(entity, 'created_at'))?.getTime() ?? firstMs) < firstMs;
  const disputes = await api.list('/disputes', {}, isPast).catch(noneIfRefused);
  return disputes.flatMap((entity): ProviderFact[] => {
    const dispute = disputeOf(entity);
    return dispute && payments.has(dispute.payment) ? [{ kind: 'dispute', dispute, at }] : [];
  });
}

/** An account without access to disputes hears of them by its webhook only. */
function noneIfRefused(error: unknown): [] {
  if (error instanceof ProviderFailure && error.kind !== 'unreachable') return [];
  throw error;
}
