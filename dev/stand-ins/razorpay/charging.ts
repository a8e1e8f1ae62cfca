import { type Books, type Entity, kept, newEntityId } from './books.ts';
import { capture, makePayment } from './paying.ts';
import { unknownId } from './refusal.ts';

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
