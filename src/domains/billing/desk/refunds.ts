import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { instant, instantOrNull, orNull } from '#core/shapes.ts';
import { balanceOf, lotsOf } from '#domains/credits/index.ts';
import { rupeesAndPaiseOf } from '#values/money.ts';
import { addressFor } from '../mails/sql.ts';
import { type Payment, paymentFrom } from '../money/payment-ledger.ts';
import { type Refundable, refundableOf } from '../money/refund-requests.ts';
import { type Purchase, purchaseById } from '../purchases.ts';
import { creditsToReverse } from '../rules.ts';
import {
  isRenewing,
  nextChargeOf,
  type Subscription,
  subscriptionNamed,
} from '../subscriptions/subscriptions.ts';

export const Refund = Type.Object(
  {
    id: Type.String({ examples: ['rfr_5UrXn9At2Zc7SlMq1Yf0We'] }),
    payment_id: Type.String({
      description: "The provider's id of the payment.",
      examples: ['pay_Qr7Z1mf02Ab'],
    }),
    amount: Type.Integer({ description: 'In paise.', examples: [10_000] }),
    status: Type.Enum(['asked', 'pending', 'processed', 'failed', 'refused'], {
      description:
        '`asked`: the provider has not answered yet. `pending`: it is sending the money. `processed`: the money is back. `failed` and ' +
        '`refused`: no money moved, and the credits are free again.',
    }),
    refusal: orNull(Type.String(), 'Why the provider refused.'),
    reason: Type.String({ description: "The operator's reason." }),
    actor: Type.String({ description: 'The operator.', examples: ['mira'] }),
    asked_at: instant('When the operator asked for it.'),
  },
  { title: 'Refund' },
);

export const paymentId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "The provider's id of the payment.",
  examples: ['pay_Qr7Z1mf02Ab'],
});

export const refundAmount = (description: string) =>
  Type.Integer({ minimum: 100, maximum: 1_000_000_000_000, description, examples: [10_000] });

export const RefundPreview = Type.Object(
  {
    payment_id: paymentId,
    paid: Type.Integer({ description: 'The payment, in paise.' }),
    back: Type.Integer({ description: 'Sent back before, or on its way, in paise.' }),
    refundable: Type.Integer({
      description: 'The most that can be sent back now, in paise: the part whose credits are not used.',
    }),
    amount: Type.Integer({ description: 'This refund, in paise.' }),
    credits: Type.Integer({ description: 'The credits of the payment.' }),
    credits_unused: Type.Integer({ description: 'How many of them are left.' }),
    credits_taken: Type.Integer({ description: 'How many of them this refund takes away.' }),
    balance_after: orNull(
      Type.Integer(),
      "The account's balance afterwards. Null if no account has the purchase.",
    ),
    invoice: orNull(Type.String(), 'The invoice that the credit note is for. Null if there is none yet.'),
    mail_to: orNull(Type.String(), 'The address that gets a mail. Null if none is known.'),
    note: orNull(Type.String(), 'Why no more can be sent back. Null if everything that is left can be.'),
    is_subscription: Type.Boolean({ description: 'Whether it paid for a period of a subscription.' }),
    renews_at: instantOrNull('When that subscription is charged next. Null if it is not.'),
  },
  { title: 'RefundPreview' },
);
export type RefundPreview = Static<typeof RefundPreview>;

/** A payment of a purchase, with what an operator can send back of it. */
export interface RefundablePayment extends Refundable {
  payment: Payment;
  purchase: Purchase;
  /** The subscription that it paid a period of. */
  subscription: Subscription | null;
  /** Credits of the payment that can be spent. Null if it granted none. */
  available: number | null;
}

/** Null if the purchase has no such payment. */
export async function refundablePayment(
  db: Db,
  { purchase_id, payment_id }: { purchase_id: string; payment_id: string },
): Promise<RefundablePayment | null> {
  const purchase = await purchaseById(db, purchase_id);
  const payment = purchase && (await paymentFrom(db, purchase.provider, payment_id));
  if (!payment || payment.purchase !== purchase.id) return null;
  const { account, lot, subscription: reference } = payment;
  const subscription = reference === null ? null : await subscriptionNamed(db, purchase.provider, reference);
  const lots = account === null || lot === null ? [] : await lotsOf(db, account, 'live');
  const available = lot === null ? null : (lots.find(({ id }) => id === lot)?.available ?? 0);
  const { credits } = purchase;
  return {
    payment,
    purchase,
    subscription,
    available,
    ...(await refundableOf(db, payment, { credits, available })),
  };
}

/** Why no more than `refundable` can go back, for people. Null if everything that is left can. */
export function whyNoMore(found: RefundablePayment): string | null {
  const { payment, purchase, available, back, refundable } = found;
  const left = payment.amount_paise - back;
  if (left === 0) return 'All of the payment went back, or is on its way.';
  if (refundable === left) return null;
  if (payment.frozen_credits > available!) return 'The payment is disputed. Wait for the end of the dispute.';
  if (refundable === 0) return 'The credits of the payment are used or expired.';
  return `${available} of its ${purchase.credits} credits are not used. They are worth ${rupeesAndPaiseOf(refundable)}.`;
}

/** The detail of a refusal. */
export const whyNot = (found: RefundablePayment): string =>
  [`At most ${rupeesAndPaiseOf(found.refundable)} can go back.`, whyNoMore(found)].filter(Boolean).join(' ');

/** The effect of a refund. */
export async function previewOf(db: Db, found: RefundablePayment, amount: number): Promise<RefundPreview> {
  const { payment, purchase, subscription, available, back, refundable } = found;
  const { account, document, amount_paise: paid, reference: payment_id } = payment;
  const taken = (paise: number) => creditsToReverse(purchase.credits, paid, paise);
  const credits_taken = available === null ? 0 : taken(Math.min(paid, back + amount)) - taken(back);
  const balance = account === null ? null : (await balanceOf(db, account)).balance;
  return {
    ...{ payment_id, paid, back, refundable, amount, credits: purchase.credits, credits_taken },
    credits_unused: available ?? 0,
    balance_after: balance === null ? null : balance - credits_taken,
    invoice: document,
    mail_to: (await addressFor(db, purchase.id)) || null,
    note: whyNoMore(found),
    is_subscription: subscription !== null,
    renews_at: subscription && isRenewing(subscription) ? nextChargeOf(subscription) : null,
  };
}
