import type { ProviderFact, ProviderPayment, ProviderSubscription } from '#platform/payments/port.ts';
import { type Payment, refundedPaise, type Sale } from './sale.ts';

/** A sale in the port's terms. Deliveries and reads use the same functions, so that they can't differ. */

/** Everything about a sale. */
export function factsOfSale(sale: Sale): ProviderFact[] {
  const ofPayments = sale.payments.flatMap((payment) => [
    isCharge(sale, payment) ? chargeFact(sale, payment) : paymentFact(sale, payment),
    ...refundFacts(payment),
    ...disputeFacts(payment),
  ]);
  return sale.subscription ? [...ofPayments, subscriptionFact(sale)] : ofPayments;
}

const isCharge = ({ subscription }: Sale, { status }: Payment): boolean =>
  subscription !== null && status === 'captured';

export const paymentFact = (sale: Sale, payment: Payment): ProviderFact => ({
  kind: 'payment',
  payment: providerPayment(sale, payment),
  at: new Date(payment.changedAt),
});

export const chargeFact = (sale: Sale, payment: Payment): ProviderFact => ({
  kind: 'charge',
  payment: providerPayment(sale, payment),
  subscription: {
    ...providerSubscription(sale),
    periodStart: dateOf(payment.periodStart),
    periodEnd: dateOf(payment.periodEnd),
  },
  at: new Date(payment.changedAt),
});

export const subscriptionFact = (sale: Sale): ProviderFact => ({
  kind: 'subscription',
  subscription: providerSubscription(sale),
  at: new Date(sale.changedAt),
});

export const refundFacts = ({ id: payment, refunds }: Payment): ProviderFact[] =>
  refunds.map(({ id, key, amountPaise, at }) => ({
    kind: 'refund',
    refund: { id, payment, amountPaise, status: 'processed', key },
    at: new Date(at),
  }));

export const disputeFacts = ({ id: payment, amountPaise, dispute }: Payment): ProviderFact[] =>
  dispute
    ? [
        {
          kind: 'dispute',
          dispute: { id: dispute.id, payment, amountPaise, status: dispute.status },
          at: new Date(dispute.at),
        },
      ]
    : [];

const providerPayment = (sale: Sale, payment: Payment): ProviderPayment => ({
  id: payment.id,
  status: refundedPaise(payment) === payment.amountPaise ? 'refunded' : payment.status,
  amountPaise: payment.amountPaise,
  currency: 'INR',
  order: sale.subscription ? null : sale.id,
  invoice: payment.invoice,
  method: 'upi',
  failure: payment.failure,
});

const providerSubscription = ({ id, purchase, subscription }: Sale): ProviderSubscription => ({
  id,
  purchase,
  status: subscription!.status,
  periodStart: dateOf(subscription!.periodStart),
  periodEnd: dateOf(subscription!.periodEnd),
});

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
