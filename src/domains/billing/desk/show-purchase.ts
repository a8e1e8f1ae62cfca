import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { refundsOf } from '../money/refund-requests.ts';
import { deliveriesOf, historyOf, PurchaseDeliveries, PurchaseEvent } from './history.ts';
import { DeskPurchase, purchaseOnDesk } from './purchases.ts';
import { Refund } from './refunds.ts';

export const PurchaseId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "The purchase's `id`.",
  examples: ['pur_3hTq9Zs1Yb6RkLp0Xe9Vd2'],
});

export const OnePurchase = Type.Object({
  ...DeskPurchase.properties,
  history: Type.Array(PurchaseEvent, { description: 'Its events, oldest first.' }),
  deliveries: PurchaseDeliveries,
  refunds: Type.Array(Refund, { description: 'The refunds that operators asked for, oldest first.' }),
});

export const showPurchase = operation({
  id: 'billing.show-purchase',
  summary: 'Show a purchase with its history and the deliveries behind it',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/billing/purchases/{purchase_id}')],
  input: Type.Object({ purchase_id: PurchaseId }),
  output: OnePurchase,
  errors: ['not_found'],

  async run(ctx, { purchase_id }) {
    const found = await purchaseOnDesk(ctx.db, purchase_id);
    if (!found) return ctx.fail('not_found', { detail: 'No purchase with this id exists.' });
    const { account: _, ...purchase } = found;
    const [history, deliveries, refunds] = await Promise.all([
      historyOf(ctx.db, purchase),
      deliveriesOf(ctx.db, purchase),
      refundsOf(ctx.db, purchase_id),
    ]);
    return { ...purchase, history, deliveries, refunds };
  },
});
