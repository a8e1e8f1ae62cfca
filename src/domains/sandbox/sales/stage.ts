import type { ProviderFact } from '#platform/payments/port.ts';
import { paymentFact, subscriptionFact } from './facts.ts';
import type { Payment, Sale, Subscription } from './sale.ts';

/** What the webhook is told. */
export interface SandboxEvent {
  name: string;
  facts: ProviderFact[];
}

/** One act: it changes the sale in place and collects events. */
export interface Stage {
  sale: Sale;
  /** ISO 8601. */
  at: string;
  events: SandboxEvent[];
  newId(prefix: string): string;
}

export function tell({ events }: Stage, name: string, ...facts: ProviderFact[]): void {
  events.push({ name, facts });
}

/** Adds a payment of the whole amount. */
export function addPayment(stage: Stage, status: Payment['status'], more: Partial<Payment> = {}): Payment {
  const payment: Payment = {
    id: stage.newId('pay'),
    status,
    amountPaise: stage.sale.amountPaise,
    failure: status === 'failed' ? 'The bank did not accept the payment.' : null,
    invoice: null,
    periodStart: null,
    periodEnd: null,
    changedAt: stage.at,
    refunds: [],
    dispute: null,
    ...more,
  };
  stage.sale.payments.push(payment);
  return payment;
}

/** The money of an order arrives. */
export function capture(stage: Stage, payment: Payment): void {
  Object.assign(payment, { status: 'captured', failure: null, changedAt: stage.at });
  tell(stage, 'payment.captured', paymentFact(stage.sale, payment));
  tell(stage, 'order.paid', paymentFact(stage.sale, payment));
}

export function changeSubscription(stage: Stage, event: string, change: Partial<Subscription>): void {
  const { sale, at } = stage;
  Object.assign(sale.subscription!, change);
  sale.changedAt = at;
  tell(stage, event, subscriptionFact(sale));
}
