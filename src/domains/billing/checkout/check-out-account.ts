import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { lockAccount, readEmail } from '#domains/accounts/index.ts';
import { PlansInForce } from '../catalogue/plans-in-force.ts';
import { isSold, notSold } from '../plans.ts';
import { beginPurchase } from './begin-purchase.ts';
import { placeOrder, sellerOrFail } from './place-order.ts';
import { refusedBuyer, refuseUnlessSold } from './refuse-unless-sold.ts';
import { checkoutMembers, OpenedCheckout } from './shapes.ts';

export const checkOutAccount = operation({
  id: 'billing.check-out-account',
  summary: 'Start the checkout of a plan or a pack for an account',
  description:
    'The account must have completed onboarding. It can’t buy while it is locked or after its registration was refused. ' +
    'Packs need an active monthly plan. A higher plan than the active one is an upgrade: the old subscription ends when the new ' +
    'one is charged, and its credits stay. Within 24 hours, an unpaid checkout of the same plan is continued.',
  kind: 'process',
  doors: [dashboard('POST', '/internal/billing/checkout')],
  account: 'required',
  input: Type.Object(checkoutMembers),
  example: { account_id: 'leela-works', plan_id: 'growth' },
  output: OpenedCheckout,
  errors: [
    'not_found',
    'unknown_plan',
    ...refusedBuyer,
    'onboarding_required',
    'topup_requires_plan',
    'downgrade_not_self_serve',
    'already_subscribed',
    'payments_unavailable',
  ],

  async run(ctx, { plan_id, notify_email }) {
    const catalogue = ctx.ports.use(PlansInForce);
    const plan = catalogue.planById(plan_id);
    if (!plan || !isSold(plan)) return ctx.fail('unknown_plan', notSold(plan_id, catalogue.current()));
    const notifyEmail = notify_email.trim() && readEmail(['notify_email'], notify_email);
    const seller = await sellerOrFail(ctx);
    const account = ctx.account.id;

    const purchase = await ctx.phase(async ({ db }) => {
      await lockAccount(db, account);
      const { ports, now, fail } = ctx;
      await refuseUnlessSold({ db, ports, now, account: ctx.account, fail }, plan);
      return beginPurchase(db, { plan, account, provider: seller.name, notifyEmail, at: ctx.now() });
    });
    return placeOrder(ctx, seller, purchase);
  },
});
