import Type from 'typebox';
import { page } from '#core/door.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { addDeliveries } from './deliveries/deliveries.ts';
import { sendDeliveries } from './deliveries/send-deliveries.ts';
import { paymentPage } from './payment-page.ts';
import { SandboxPayments } from './ports.ts';
import { saleView } from './sale-view.ts';
import { act } from './sales/acts.ts';
import { pressesOf } from './sales/sale.ts';
import { Act, Reference, SaleView } from './shapes.ts';
import { lockSale, storeSale } from './sql.ts';

export const pressButton = operation({
  id: 'sandbox.press-button',
  summary: 'Play the buyer, the bank or the provider in the sandbox',
  description:
    'Each act changes the sale and sends the events that a real provider would send, signed, to the billing webhook. Only while `SANDBOX_PAYMENTS` is on.',
  kind: 'command',
  doors: [page('POST', '/sandbox/{reference}', paymentPage)],
  input: Type.Object({
    reference: Reference,
    act: Act,
    payment: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The payment that it happens to, for acts on one payment.',
      }),
    ),
    presses: Type.Optional(
      Type.String({
        maxLength: 20,
        description:
          'How many buttons had been pressed when the page was made. If more have been since, nothing happens: a reload or a double click renews once.',
      }),
    ),
  }),
  example: { act: 'pay' },
  output: SaleView,
  errors: ['not_found', 'sandbox_act_impossible'],
  // A browser sends no key. The past acts decide which ones remain.
  idempotency: 'none',

  async run(ctx, { reference, act: name, payment, presses: seen }) {
    const before = ctx.ports.use(SandboxPayments) && (await lockSale(ctx.db, reference));
    if (!before)
      return ctx.fail('not_found', { detail: 'The sandbox has no order or subscription with this id.' });
    const presses = pressesOf(before);
    const isStale = seen !== undefined && seen !== String(presses);
    const changed = isStale ? null : act(before, { act: name, payment }, { now: ctx.now(), newId });
    if (!changed) return ctx.fail('sandbox_act_impossible');

    const sale = { ...changed.sale, presses: presses + 1 };
    await storeSale(ctx.db, sale);
    await addDeliveries(ctx.db, reference, changed.events, ctx.now());
    ctx.enqueue(sendDeliveries, {});
    return saleView(ctx, sale);
  },
});
