import Type from 'typebox';
import { page } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { paymentPage } from './payment-page.ts';
import { SandboxPayments } from './ports.ts';
import { saleView } from './sale-view.ts';
import { Reference, SaleView } from './shapes.ts';
import { readSale } from './sql.ts';

export const showPaymentPage = operation({
  id: 'sandbox.show-payment-page',
  summary: "Show the sandbox's page to pay on",
  description:
    'The `payment_url` of a checkout with the sandbox leads here. Only while `SANDBOX_PAYMENTS` is on.',
  kind: 'query',
  doors: [page('GET', '/sandbox/{reference}', paymentPage)],
  input: Type.Object({ reference: Reference }),
  output: SaleView,
  errors: ['not_found'],

  async run(ctx, { reference }) {
    const sale = ctx.ports.use(SandboxPayments) && (await readSale(ctx.db, reference));
    if (!sale)
      return ctx.fail('not_found', { detail: 'The sandbox has no order or subscription with this id.' });
    return saleView(ctx, sale);
  },
});
