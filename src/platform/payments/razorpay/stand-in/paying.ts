import { type Books, type Entity, kept, newEntityId } from './books.ts';
import { unknownId } from './refusal.ts';

type PaymentMembers = Record<string, unknown>;

/** A payment for an order. It is `created` until the buyer or the bank decides. */
export function makePayment(books: Books, order: Entity, more: PaymentMembers = {}): Entity {
  order.status = order.status === 'paid' ? 'paid' : 'attempted';
  order.attempts = Number(order.attempts) + 1;
  return kept(books.payments, {
    id: newEntityId('pay'),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: 'success@razorpay',
    email: 'buyer@example.com',
    contact: null,
    notes: [],
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    acquirer_data: { rrn: null },
    created_at: books.seconds(),
    ...more,
  });
}

export function capture(books: Books, payment: Entity): void {
  Object.assign(payment, { status: 'captured', captured: true, fee: 2, tax: 0 });
  Object.assign(payment, { error_code: null, error_description: null });
  const order = books.orders.get(String(payment.order_id))!;
  Object.assign(order, { status: 'paid', amount_paid: order.amount, amount_due: 0 });
}

export const fail = (payment: Entity): Entity =>
  Object.assign(payment, {
    status: 'failed',
    error_code: 'BAD_REQUEST_ERROR',
    error_description: 'Payment was unsuccessful due to a temporary issue.',
    error_reason: 'payment_failed',
  });

/** Charges a subscription for its next period: an invoice with an order and one captured payment. */
export function chargePeriod(books: Books, subscription: Entity): { payment: Entity; invoice: Entity } {
  const { amount, currency } = planItem(books, subscription);
  const startsAt = Number(subscription.current_end ?? books.seconds());
  const endsAt = monthAfter(startsAt);
  const order = kept(books.orders, {
    id: newEntityId('order'),
    entity: 'order',
    amount,
    amount_due: amount,
    amount_paid: 0,
    attempts: 0,
    currency,
    receipt: null,
    status: 'created',
    notes: [],
    created_at: books.seconds(),
  });
  const invoiceId = newEntityId('inv');
  // As in Razorpay's samples of charges, `captured` is the text "1".
  const payment = makePayment(books, order, { invoice_id: invoiceId, method: 'card', vpa: null });
  capture(books, payment);
  payment.captured = '1';
  const invoice = kept(books.invoices, {
    id: invoiceId,
    entity: 'invoice',
    order_id: order.id,
    subscription_id: subscription.id,
    payment_id: payment.id,
    status: 'paid',
    amount,
    amount_paid: amount,
    amount_due: 0,
    currency,
    billing_start: startsAt,
    billing_end: endsAt,
    paid_at: books.seconds(),
    notes: [],
    created_at: books.seconds(),
  });
  startPeriod(subscription, startsAt, endsAt);
  return { payment, invoice };
}

function startPeriod(subscription: Entity, startsAt: number, endsAt: number): void {
  Object.assign(subscription, {
    status: 'active',
    current_start: startsAt,
    current_end: endsAt,
    start_at: subscription.start_at ?? startsAt,
    charge_at: endsAt,
    auth_attempts: 0,
    paid_count: Number(subscription.paid_count) + 1,
    remaining_count: Number(subscription.remaining_count) - 1,
  });
}

function planItem(books: Books, { plan_id }: Entity): { amount: number; currency: string } {
  const plan = books.plans.get(String(plan_id));
  if (!plan) throw unknownId();
  return plan.item as { amount: number; currency: string };
}

/** The same day of the next month, or its last day. */
function monthAfter(seconds: number): number {
  const from = new Date(seconds * 1000);
  const next = new Date(from);
  next.setUTCMonth(from.getUTCMonth() + 1);
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  return next.getTime() / 1000;
}
