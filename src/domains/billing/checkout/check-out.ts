import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { PlansInForce } from '../catalogue/plans-in-force.ts';
import { limitBuyer } from '../limit-buyer.ts';
import { isSold, notSold } from '../plans.ts';
import { beginPurchase } from './begin-purchase.ts';
import { placeOrder, sellerOrFail } from './place-order.ts';
import { checkoutMembers, OpenedCheckout } from './shapes.ts';

const callsPerMinute = 20;

export const checkOut = operation({
  id: 'billing.check-out',
  summary: 'Start the checkout of a monthly plan',
  description:
    'No account is needed. Send the buyer to `payment_url`, or open the widget. Then poll `GET /api/v1/billing/claim-token` with ' +
    '`payment_reference`, and claim the purchase for the account once the buyer has signed in.',
  kind: 'process',
  doors: [open('POST', '/api/v1/billing/checkout', { forWebsites: true })],
  input: Type.Object(checkoutMembers),
  example: { plan_id: 'growth', notify_email: 'asha@asha.example.com' },
  output: OpenedCheckout,
  errors: ['unknown_plan', 'topup_requires_plan', 'rate_limited', 'payments_unavailable'],

  async run(ctx, { plan_id, notify_email }) {
    await limitBuyer(ctx, 'checkout', callsPerMinute);
    const catalogue = ctx.ports.use(PlansInForce);
    const plan = catalogue.planById(plan_id);
    if (!plan || !isSold(plan)) return ctx.fail('unknown_plan', notSold(plan_id, catalogue.current()));
    if (plan.kind === 'topup') return ctx.fail('topup_requires_plan');
    const notifyEmail = notify_email.trim() && readEmail(['notify_email'], notify_email);
    const seller = await sellerOrFail(ctx);

    const purchase = await ctx.phase(({ db }) =>
      beginPurchase(db, { plan, account: null, provider: seller.name, notifyEmail, at: ctx.now() }),
    );
    return placeOrder(ctx, seller, purchase);
  },
});
