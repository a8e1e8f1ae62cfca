import { type Books, type Entity, kept, newEntityId } from './books.ts';

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
