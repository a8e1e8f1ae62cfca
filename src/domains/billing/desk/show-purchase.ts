import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { deliveriesOf, historyOf, PurchaseDeliveries, PurchaseEvent } from './history.ts';
import { DeskPurchase, purchaseOnDesk } from './purchases.ts';

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
    const [history, deliveries] = await Promise.all([
      historyOf(ctx.db, purchase),
      deliveriesOf(ctx.db, purchase),
    ]);
    return { ...purchase, history, deliveries };
  },
});
