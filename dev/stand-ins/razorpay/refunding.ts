import { type Books, type Entity, kept, newEntityId, notesOf } from './books.ts';
import { badInput, Refusal, unknownId } from './refusal.ts';

interface RefundRequest {
  payment: string;
  body: Record<string, unknown>;
  /** `X-Refund-Idempotency`. */
  key: string | undefined;
}

/** Enforces the idempotency key as documented: the same key with another body is 400. */
export function makeRefund(books: Books, { payment: id, body, key }: RefundRequest): Entity {
  const payment = books.payments.get(id);
  if (!payment) throw unknownId();
  if (key !== undefined && !/^[\w-]{10,}$/.test(key)) {
    throw badInput('The idempotency key must have at least 10 letters, digits, hyphens or underscores.');
  }
  const request = JSON.stringify([id, body]);
  const known = key === undefined ? undefined : books.idempotencyKeys.get(key);
  if (known && known.request !== request) {
    throw new Refusal(400, 'Different request with the same idempotency key has already been processed.');
  }
  if (known) return known.refund;
  const refund = refundOf(books, payment, body);
  if (key !== undefined) books.idempotencyKeys.set(key, { request, refund });
  return refund;
}

function refundOf(books: Books, payment: Entity, body: Record<string, unknown>): Entity {
  const left = Number(payment.amount) - Number(payment.amount_refunded);
  const amount = Number(body.amount ?? left);
  if (payment.status !== 'captured' && payment.status !== 'refunded') {
    throw badInput('The payment status should be captured for action to be taken');
  }
  if (left === 0) throw badInput('The payment has been fully refunded already');
  if (!Number.isInteger(amount)) throw badInput('The amount must be an integer.', 'amount');
  if (amount < 100) throw badInput('The amount must be at least INR 1.00', 'amount');
  if (amount > left) throw badInput('The refund amount provided is greater than amount captured', 'amount');

  payment.amount_refunded = Number(payment.amount_refunded) + amount;
  const isWhole = amount === left;
  Object.assign(
    payment,
    isWhole ? { status: 'refunded', refund_status: 'full' } : { refund_status: 'partial' },
  );
  return kept(books.refunds, {
    id: newEntityId('rfnd'),
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: notesOf(body.notes),
    receipt: body.receipt ?? null,
    acquirer_data: { arn: null },
    created_at: books.seconds(),
    batch_id: null,
    status: 'pending',
    speed_processed: 'normal',
    speed_requested: body.speed ?? 'normal',
  });
}
