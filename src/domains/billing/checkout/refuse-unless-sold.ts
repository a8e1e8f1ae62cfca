import type { Context } from '#core/context.ts';
import { onboardingOf } from '#domains/onboarding/index.ts';
import type { Plan } from '../plans.ts';
import { planOf, plansOf } from '../plans-of.ts';
import { chargedSubscriptionsOf } from '../subscriptions/subscriptions.ts';
import { refusalOf } from './judge-checkout.ts';

type Refusing = Context<
  'onboarding_required' | 'topup_requires_plan' | 'downgrade_not_self_serve' | 'already_subscribed'
>;

/** Refuses what the account can't buy now. Hold the account's lock. */
export async function refuseUnlessSold(
  ctx: Pick<Refusing, 'db' | 'now' | 'ports' | 'account' | 'fail'>,
  plan: Plan,
): Promise<void> {
  const { state, missing } = await onboardingOf(ctx, ctx.account.id);
  if (state !== 'complete') return ctx.fail('onboarding_required', { members: { missing } });
  const held = await plansOf(ctx.db, ctx.account.id);
  const refusal = refusalOf(plan, held, await chargedSubscriptionsOf(ctx.db, ctx.account.id));
  if (!refusal) return;
  if (refusal !== 'downgrade_not_self_serve') return ctx.fail(refusal);
  const active = (await planOf(ctx.db, ctx.account.id))!;
  return ctx.fail(refusal, {
    detail: `The account has the plan ${active.plan.name}, which costs more than ${plan.name}.`,
    members: { active_plan: active.plan.id, ends_at: active.endsAt.toISOString() },
  });
}
