import Type from 'typebox';
import { isForever } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instantOrNull, orNull } from '#core/shapes.ts';
import { onboardingOf } from '#domains/onboarding/index.ts';
import { PlansInForce } from '../catalogue/plans-in-force.ts';
import { isSold, type PlanTerms } from '../plans.ts';
import { type HeldPlan, plansOf } from '../plans-of.ts';
import {
  chargedSubscriptionsOf,
  isRenewing,
  nextChargeOf,
  type Subscription,
  undoableUntil,
} from '../subscriptions/subscriptions.ts';
import { buyerRefusalOf, refusalIn, refusalOf, refusedBuyer } from './refuse-unless-sold.ts';

const HeldPlanOnWire = Type.Object({
  plan_id: Type.String(),
  name: Type.String({ description: 'The name of the plan.' }),
  is_subscription: Type.Boolean({
    description: 'Whether the account pays for it. Operators can also assign a plan.',
  }),
  renews_at: instantOrNull('When the next charge is due. Null if none follows.'),
  ends_at: instantOrNull('When the plan ends unless a charge comes before. Null if it has no end.'),
  undo_until: instantOrNull(
    'Until when its cancellation can be undone. Null if it is not cancelled, or that is final.',
  ),
});

const Renewal = Type.Object({
  plan_id: Type.String(),
  name: Type.String({ description: 'The name of the plan when it was bought.' }),
  credits: Type.Integer({ description: 'Credits of each period.' }),
  amount: Type.Integer({ description: 'Charged for each period, in paise.' }),
  renews_at: instantOrNull('When the next charge is due. Null if the provider has not said it yet.'),
});

const Offer = Type.Object({
  plan_id: Type.String(),
  refusal: orNull(
    Type.Enum([
      ...refusedBuyer,
      'onboarding_required',
      'topup_requires_plan',
      'downgrade_not_self_serve',
      'already_subscribed',
    ]),
    'The code with which a checkout would be refused now.',
  ),
});

export const showPlan = operation({
  id: 'billing.show-plan',
  summary: "Get an account's monthly plan, and what it can buy",
  kind: 'query',
  doors: [dashboard('GET', '/internal/billing/plan/{account_id}')],
  account: 'required',
  input: Type.Object({}),
  output: Type.Object({
    account_id: Type.String(),
    plan: orNull(HeldPlanOnWire, 'The most expensive one, if there are several.'),
    renewals: Type.Array(Renewal, {
      description:
        'Every subscription that is charged again until it is cancelled, also one whose plan is not in force: its money went back.',
    }),
    offers: Type.Array(Offer, { description: 'Every plan and pack that checkout sells.' }),
  }),
  errors: ['not_found'],

  async run(ctx) {
    const { db, account } = ctx;
    const { state } = await onboardingOf(ctx, account.id);
    const refused = await buyerRefusalOf(ctx);
    const held = await plansOf(db, account.id);
    const subscriptions = await chargedSubscriptionsOf(db, account.id);

    const sold = ctx.ports.use(PlansInForce).current().filter(isSold);
    return {
      account_id: account.account_id,
      plan: monthlyPlanOf(held, subscriptions, ctx.now()),
      renewals: await renewalsOf(db, subscriptions.filter(isRenewing)),
      offers: sold.map((plan) => ({
        plan_id: plan.id,
        refusal: refused ?? refusalIn(state, refusalOf(plan, held, subscriptions)),
      })),
    };
  },
});

/** An assigned plan has a price by agreement, and comes before those that are bought. */
const rankOf = ({ plan, kind }: HeldPlan) =>
  kind === 'key' || kind === 'contract' ? Number.POSITIVE_INFINITY : plan.amount;

function monthlyPlanOf(held: readonly HeldPlan[], subscriptions: readonly Subscription[], now: Date) {
  const [highest] = held
    .filter(({ plan }) => plan.kind === 'monthly')
    .toSorted((one, other) => rankOf(other) - rankOf(one));
  if (!highest) return null;
  const { plan, kind, ends_at } = highest;
  const renewing = subscriptions.find(
    (subscription) => subscription.plan === plan.id && isRenewing(subscription),
  );
  const undoable = subscriptions
    .filter((subscription) => subscription.plan === plan.id)
    .map((subscription) => undoableUntil(subscription, now))
    .find((until) => until !== null);
  return {
    plan_id: plan.id,
    name: plan.name,
    is_subscription: kind === 'monthly',
    renews_at: renewing?.paid_until ?? null,
    ends_at: isForever(ends_at) ? null : ends_at,
    undo_until: undoable ?? null,
  };
}

async function renewalsOf(db: Db, renewing: readonly Subscription[]) {
  if (renewing.length === 0) return [];
  const purchases = renewing.map(({ purchase }) => purchase);
  const rows = await db.selectFrom('purchase').select(['id', 'terms']).where('id', 'in', purchases).execute();
  const terms = new Map(rows.map((row) => [row.id, row.terms as unknown as PlanTerms]));
  return renewing.map((subscription) => {
    const { id: plan_id, name, credits } = terms.get(subscription.purchase)!;
    return {
      plan_id,
      name,
      credits,
      amount: subscription.amount_paise,
      renews_at: nextChargeOf(subscription),
    };
  });
}
