import { isDeepStrictEqual } from 'node:util';
import type { Context } from '#core/context.ts';
import { isLocked, isRegistrationRefused } from '#domains/identity/index.ts';
import { onboardingOf } from '#domains/onboarding/index.ts';
import { type Plan, termsOf } from '../plans.ts';
import { type HeldPlan, planOf, plansOf } from '../plans-of.ts';
import { chargedSubscriptionsOf, isRenewing, type Subscription } from '../subscriptions/subscriptions.ts';

type Refusing = Context<
  | RefusedBuyer
  | 'onboarding_required'
  | 'topup_requires_plan'
  | 'downgrade_not_self_serve'
  | 'already_subscribed'
>;

export const refusedBuyer = ['account_locked', 'registration_refused'] as const;
type RefusedBuyer = (typeof refusedBuyer)[number];

/** Why the account can buy nothing, or null: a lock by any of its names, or its last registration was refused. */
export async function buyerRefusalOf({
  db,
  ports,
  now,
  account: { account_id },
}: Pick<Context, 'db' | 'now' | 'ports' | 'account'>): Promise<RefusedBuyer | null> {
  if (await isLocked(ports, now, { account_id, ip: '' })) return 'account_locked';
  return (await isRegistrationRefused(db, account_id)) ? 'registration_refused' : null;
}

/** Refuses what the account can't buy now. Hold the account's lock. */
export async function refuseUnlessSold(
  ctx: Pick<Refusing, 'db' | 'now' | 'ports' | 'account' | 'fail'>,
  plan: Plan,
): Promise<void> {
  const refused = await buyerRefusalOf(ctx);
  if (refused) return ctx.fail(refused);
  const { state, missing } = await onboardingOf(ctx, ctx.account.id);
  const held = await plansOf(ctx.db, ctx.account.id);
  const subscriptions = await chargedSubscriptionsOf(ctx.db, ctx.account.id);
  const refusal = refusalIn(state, refusalOf(plan, held, subscriptions));
  if (!refusal) return;
  if (refusal === 'onboarding_required') return ctx.fail(refusal, { members: { missing } });
  if (refusal !== 'downgrade_not_self_serve') return ctx.fail(refusal);
  const active = (await planOf(ctx.db, ctx.account.id))!;
  return ctx.fail(refusal, {
    detail: `The account has the plan ${active.plan.name}, which costs more than ${plan.name}.`,
    members: { active_plan: active.plan.id, ends_at: active.ends_at },
  });
}

export type CheckoutRefusal = 'topup_requires_plan' | 'downgrade_not_self_serve' | 'already_subscribed';

/** Onboarding is asked for unless the plan would be refused after it, too. A claimed purchase is a plan before it. */
export const refusalIn = (
  state: string,
  refusal: CheckoutRefusal | null,
): CheckoutRefusal | 'onboarding_required' | null =>
  state === 'complete' || refusal === 'already_subscribed' || refusal === 'downgrade_not_self_serve'
    ? refusal
    : 'onboarding_required';

/** Why an account can't buy a plan or a pack now, or null. */
export function refusalOf(
  wanted: Plan,
  held: readonly HeldPlan[],
  subscriptions: readonly Subscription[],
): CheckoutRefusal | null {
  const monthly = held.filter(({ plan }) => plan.kind === 'monthly');
  if (wanted.kind === 'topup') return monthly.length > 0 ? null : 'topup_requires_plan';
  const bought = monthly.filter(({ kind }) => kind === 'monthly');
  if (bought.some(({ plan }) => plan.amount > wanted.amount)) return 'downgrade_not_self_serve';
  const renews = subscriptions.some((one) => one.plan === wanted.id && isRenewing(one));
  // On other terms since then, the same plan is an upgrade.
  const terms = termsOf(wanted);
  return renews && bought.some(({ plan }) => isDeepStrictEqual(plan, terms)) ? 'already_subscribed' : null;
}
