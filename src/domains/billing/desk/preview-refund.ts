import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { paymentId, previewOf, RefundPreview, refundAmount, refundablePayment, whyNot } from './refunds.ts';
import { PurchaseId } from './show-purchase.ts';

export const previewRefund = operation({
  id: 'billing.preview-refund',
  summary: 'Show what a refund would do',
  description: 'Changes nothing, and is refused for the same reasons as the refund.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/billing/purchases/{purchase_id}/payments/{payment_id}/refund')],
  input: Type.Object({
    purchase_id: PurchaseId,
    payment_id: paymentId,
    amount: Type.Optional(refundAmount('In paise. Without it, the most that can be sent back.')),
  }),
  output: RefundPreview,
  errors: ['not_found', 'refund_not_possible'],

  async run(ctx, { amount, ...named }) {
    const found = await refundablePayment(ctx.db, named);
    if (!found) return ctx.fail('not_found', { detail: 'The purchase has no payment with this id.' });
    const { refundable } = found;
    if (amount !== undefined && amount > refundable)
      return ctx.fail('refund_not_possible', { detail: whyNot(found), members: { refundable } });
    return previewOf(ctx.db, found, amount ?? refundable);
  },
});
