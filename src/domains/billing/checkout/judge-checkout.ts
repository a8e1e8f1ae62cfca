import type { Plan } from '../plans.ts';
import type { HeldPlan } from '../plans-of.ts';
import { mayBeCharged } from '../rules.ts';
import type { Subscription } from '../subscriptions/subscriptions.ts';

export type CheckoutRefusal = 'topup_requires_plan' | 'downgrade_not_self_serve' | 'already_subscribed';

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
  return renews && bought.some(({ plan }) => plan.id === wanted.id) ? 'already_subscribed' : null;
}

/** Whether a charge may follow without anybody doing anything. */
export const isRenewing = ({ status, stopsAt }: Subscription): boolean =>
  stopsAt === null && mayBeCharged.includes(status);
