import Type, { type Static } from 'typebox';
import { maybe, some, text, texts } from '#core/vendor-json.ts';
import type { ProviderDispute, ProviderPayment, ProviderRefund, ProviderSubscription } from '../port.ts';

/** The members of Razorpay's entities that we read. Samples in its documentation differ, so only those that billing needs are required. */

const paise = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Since 1970. */
const seconds = Type.Integer({ exclusiveMinimum: 0, exclusiveMaximum: 1e11 });

/** Empty notes are a list. */
const Notes = some({ purchase: text(), plan: text(), key: text() });

export const Payment = Type.Object({
  id: text(),
  // `captured` is no help: it is `true`, "1", or missing, and samples of failed payments have it too.
  status: Type.Enum(['created', 'authorized', 'captured', 'failed', 'refunded']),
  amount: paise,
  currency: text(),
  ...maybe({
    ...texts('order_id', 'invoice_id', 'method', 'error_description'),
    amount_refunded: paise,
    created_at: seconds,
  }),
});

export const Subscription = Type.Object({
  id: text(),
  status: Type.Enum([
    'created',
    'authenticated',
    'active',
    'pending',
    'halted',
    'paused',
    'cancelled',
    'completed',
    'expired',
  ]),
  ...maybe({
    notes: Notes,
    current_start: seconds,
    current_end: seconds,
    remaining_count: Type.Integer(),
    has_scheduled_changes: Type.Boolean(),
  }),
});

export const Refund = Type.Object({
  id: text(),
  payment_id: text(),
  amount: paise,
  status: Type.Enum(['pending', 'processed', 'failed']),
  ...maybe({ created_at: seconds, notes: Notes }),
});

export const Dispute = Type.Object({
  id: text(),
  payment_id: text(),
  amount: paise,
  status: Type.Enum(['won', 'lost', 'closed', 'open', 'under_review']),
  ...maybe({ created_at: seconds }),
});

export const Invoice = Type.Object({
  payment_id: text(),
  ...maybe({ billing_start: seconds, billing_end: seconds, paid_at: seconds }),
});

export const Order = some({ id: text(), receipt: text(), amount: paise, currency: text() });

export const Plan = some({
  id: text(),
  notes: Notes,
  period: text(),
  interval: Type.Integer(),
  item: some({ amount: paise, currency: text() }),
});

/** As it is made: its state counts later. */
export const NewSubscription = some({ id: text(), notes: Notes, short_url: text() });

export const Delivery = some({
  event: text(),
  created_at: seconds,
  payload: some({
    created_at: seconds,
    payment: some({ entity: Payment }),
    subscription: some({ entity: Subscription }),
    refund: some({ entity: Refund }),
    dispute: some({ entity: Dispute }),
  }),
});

export const paymentOf = (entity: Static<typeof Payment>): ProviderPayment => ({
  id: entity.id,
  status: entity.status,
  amountPaise: entity.amount,
  currency: entity.currency,
  order: entity.order_id ?? null,
  invoice: entity.invoice_id ?? null,
  method: entity.method ?? null,
  failure: entity.status === 'failed' ? (entity.error_description ?? null) : null,
});

export const subscriptionOf = (entity: Static<typeof Subscription>): ProviderSubscription => ({
  id: entity.id,
  status: entity.status,
  purchase: entity.notes?.purchase ?? null,
  periodStart: dateOf(entity.current_start),
  periodEnd: dateOf(entity.current_end),
});

export const refundOf = ({
  id,
  payment_id,
  amount,
  status,
  notes,
}: Static<typeof Refund>): ProviderRefund => ({
  id,
  payment: payment_id,
  amountPaise: amount,
  status,
  key: notes?.key ?? null,
});

export const disputeOf = ({ id, payment_id, amount, status }: Static<typeof Dispute>): ProviderDispute => ({
  id,
  payment: payment_id,
  amountPaise: amount,
  status: status === 'under_review' ? 'open' : status,
});

export const dateOf = (seconds: number | undefined): Date | null =>
  seconds === undefined ? null : new Date(seconds * 1000);

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);
