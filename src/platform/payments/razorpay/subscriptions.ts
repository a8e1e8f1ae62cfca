import Type, { type Static } from 'typebox';
import { dayMs } from '#core/clock.ts';
import { type Checkout, ProviderFailure } from '../port.ts';
import type { RazorpayApi } from './api.ts';
import { NewSubscription, Subscription, secondsOf } from './entities.ts';
import { hostedForm, requiredId } from './orders.ts';
import type { Plan, PlanIds } from './plans.ts';

interface Wanted {
  purchase: string;
  plan: Plan;
}

/** Ten years of months. Razorpay has no subscription without an end. */
const totalCount = 120;

/** Repeats of a checkout come within a day. Clocks differ a little. */
const repeatedWithinMs = 2 * dayMs;

/** Finds the purchase's subscription by its notes before making one. */
export async function createSubscription(
  api: RazorpayApi,
  { keyId, planId, now }: { keyId: string; planId: PlanIds; now: () => Date },
  { purchase, plan }: Wanted,
): Promise<Checkout> {
  const plan_id = await planId(plan);
  const from = secondsOf(new Date(now().getTime() - repeatedWithinMs));
  const found = await api.find(
    NewSubscription,
    '/subscriptions',
    { plan_id, from },
    ({ notes }) => notes?.purchase === purchase,
  );
  const terms = { plan_id, total_count: totalCount, quantity: 1, customer_notify: true, notes: { purchase } };
  const subscription = found ?? (await api.post(NewSubscription, '/subscriptions', terms));

  const reference = requiredId(subscription, 'sub_');
  const checkout = { subscription_id: reference, description: plan.name };
  return {
    reference,
    url: subscription.short_url ?? null,
    widget: { key: keyId, ...checkout },
    form: hostedForm(keyId, checkout),
  };
}

/**
 * Razorpay refuses to cancel what has ended, and to cancel at the period's end where no period runs or the last one does. So
 * after a refusal the subscription's own state decides.
 */
export async function cancelSubscription(
  api: RazorpayApi,
  reference: string,
  when: 'now' | 'at_period_end',
): Promise<void> {
  const path = `/subscriptions/${encodeURIComponent(reference)}`;
  const cancel = (atEnd: boolean) =>
    api.post(Type.Unknown(), `${path}/cancel`, { cancel_at_cycle_end: atEnd });
  try {
    await cancel(when === 'at_period_end');
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error;
    const subscription = await api.get(Standing, path);
    const { status = '' } = subscription;
    if (hasEnded.has(status)) return;
    if (when === 'now') throw error;
    if (status !== 'active') await cancel(false);
    else if (!endsByItself(subscription)) throw error;
  }
}

const Standing = Type.Partial(Subscription);

const hasEnded = new Set(['cancelled', 'completed', 'expired']);

/** No charge follows, or the end of the period was already asked for. */
const endsByItself = ({ remaining_count, has_scheduled_changes }: Static<typeof Standing>): boolean =>
  remaining_count === 0 || has_scheduled_changes === true;
