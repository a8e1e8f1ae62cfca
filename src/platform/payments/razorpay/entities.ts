import type { ProviderDispute, ProviderPayment, ProviderRefund, ProviderSubscription } from '../port.ts';
import { dateOf, memberOf, textOf } from './json.ts';

/** Razorpay's entities in the port's form. Null for anything without an id, an amount or a status that the port knows. */

export function paymentOf(entity: unknown): ProviderPayment | null {
  const id = textOf(memberOf(entity, 'id'));
  const status = oneOf(paymentStatuses, memberOf(entity, 'status'));
  const amountPaise = paiseOf(memberOf(entity, 'amount'));
  const currency = textOf(memberOf(entity, 'currency'));
  if (id === null || status === null || amountPaise === null || currency === null) return null;
  return {
    id,
    // `captured` is no help: it is `true`, "1", or missing, and samples of failed payments have it too.
    status,
    amountPaise,
    currency,
    order: textOf(memberOf(entity, 'order_id')),
    invoice: textOf(memberOf(entity, 'invoice_id')),
    method: textOf(memberOf(entity, 'method')),
    failure: status === 'failed' ? textOf(memberOf(entity, 'error_description')) : null,
  };
}

export function subscriptionOf(entity: unknown): ProviderSubscription | null {
  const id = textOf(memberOf(entity, 'id'));
  const status = oneOf(subscriptionStatuses, memberOf(entity, 'status'));
  if (id === null || status === null) return null;
  return {
    id,
    status,
    // `notes` is an empty list where there are none.
    purchase: textOf(memberOf(entity, 'notes', 'purchase')),
    periodStart: dateOf(memberOf(entity, 'current_start')),
    periodEnd: dateOf(memberOf(entity, 'current_end')),
  };
}

export function refundOf(entity: unknown): ProviderRefund | null {
  const id = textOf(memberOf(entity, 'id'));
  const payment = textOf(memberOf(entity, 'payment_id'));
  const amountPaise = paiseOf(memberOf(entity, 'amount'));
  const status = oneOf(refundStatuses, memberOf(entity, 'status'));
  if (id === null || payment === null || amountPaise === null || status === null) return null;
  return { id, payment, amountPaise, status };
}

export function disputeOf(entity: unknown): ProviderDispute | null {
  const id = textOf(memberOf(entity, 'id'));
  const payment = textOf(memberOf(entity, 'payment_id'));
  const amountPaise = paiseOf(memberOf(entity, 'amount'));
  const status = oneOf([...disputeEnds, 'open', 'under_review'] as const, memberOf(entity, 'status'));
  if (id === null || payment === null || amountPaise === null || status === null) return null;
  return { id, payment, amountPaise, status: status === 'under_review' ? 'open' : status };
}

const paymentStatuses = ['created', 'authorized', 'captured', 'failed', 'refunded'] as const;
const subscriptionStatuses = [
  'created',
  'authenticated',
  'active',
  'pending',
  'halted',
  'paused',
  'cancelled',
  'completed',
  'expired',
] as const;
const refundStatuses = ['pending', 'processed', 'failed'] as const;
const disputeEnds = ['won', 'lost', 'closed'] as const;

const oneOf = <Known extends string>(known: readonly Known[], value: unknown): Known | null =>
  known.find((each) => each === value) ?? null;

const paiseOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;
