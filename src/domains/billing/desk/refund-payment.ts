import Type from 'typebox';
import { admin } from '#core/door.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { lockCredits } from '#domains/credits/index.ts';
import { lockPayment } from '../money/provider-payments.ts';
import { insertRefundRequest } from '../money/refund-requests.ts';
import { sendRefund } from '../money/send-refund.ts';
import { settlePayment } from '../money/settle-payment.ts';
import { lockPurchase, purchaseById } from '../purchases.ts';
import { cancel } from '../subscriptions/cancel-subscription.ts';
import { paymentId, previewOf, RefundPreview, refundAmount, refundablePayment, whyNot } from './refunds.ts';
import { PurchaseId } from './show-purchase.ts';

export const refundPayment = operation({
  id: 'billing.refund-payment',
  summary: 'Send a payment back, whole or in part',
  description:
    'Prepaid fees are not refunded: this corrects a payment, and used credits are never paid back. The credits of the amount are kept ' +
    'aside at once, and taken away when the provider has sent the money. If it refuses, they are free again. The buyer gets a mail ' +
    'and, if there is an invoice, a credit note. A subscription continues unless `cancel_subscription` is true.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/billing/purchases/{purchase_id}/payments/{payment_id}/refund')],
  roles: ['finance'],
  input: Type.Object({
    purchase_id: PurchaseId,
    payment_id: paymentId,
    amount: refundAmount('In paise.'),
    cancel_subscription: Type.Boolean({
      default: false,
      description: 'Also cancels the subscription that the payment is for, so that it is not charged again.',
    }),
    reason: requiredReason('The reason, for the other operators and the audit log.'),
  }),
  example: { amount: 10_000, reason: 'Bought twice by mistake' },
  output: RefundPreview,
  errors: ['not_found', 'refund_not_possible'],

  async run(ctx, { purchase_id, payment_id, amount, cancel_subscription, reason }) {
    const { db } = ctx;
    const provider = (await purchaseById(db, purchase_id))?.provider;
    if (provider === undefined) return ctx.fail('not_found', { detail: 'No purchase with this id exists.' });
    await lockPayment(db, provider, payment_id);
    const { account } = await lockPurchase(db, purchase_id);
    // Credits that are unused now stay unused until they are kept aside.
    if (account !== null) await lockCredits(db, account);
    const found = await refundablePayment(db, { purchase_id, payment_id });
    if (!found) return ctx.fail('not_found', { detail: 'The purchase has no payment with this id.' });
    const { refundable } = found;
    if (amount > refundable)
      return ctx.fail('refund_not_possible', { detail: whyNot(found), members: { refundable } });
    const preview = await previewOf(db, found, amount);
    const id = newId('rfr');
    await insertRefundRequest(db, {
      ...{ id, provider, payment: payment_id, purchase: purchase_id, amount_paise: amount },
      ...{ reason, actor: ctx.actor, asked_at: ctx.now() },
    });
    if (cancel_subscription && found.subscription) await cancel(ctx, found.subscription);
    // Keeps the credits aside.
    await settlePayment(ctx, provider, payment_id);
    ctx.enqueue(sendRefund, { request: id });
    ctx.audit('billing.refund_asked', {
      purchase: purchase_id,
      payment: payment_id,
      before: { refundable },
      after: {
        refundable: refundable - amount,
        refund: id,
        amount,
        ...(cancel_subscription ? { cancel_subscription } : {}),
      },
      reason,
    });
    return preview;
  },
});
