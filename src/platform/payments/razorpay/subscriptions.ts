import Type, { type Static } from 'typebox';
import { dayMs } from '#core/clock.ts';
import { type Checkout, type PaymentProvider, ProviderFailure } from '../port.ts';
import type { RazorpayApi } from './api.ts';
import { NewSubscription, Plan as PlanEntity, Subscription, secondsOf } from './entities.ts';
import { hostedForm, requiredId } from './orders.ts';

type Wanted = Parameters<PaymentProvider['createSubscription']>[0];
type Plan = Wanted['plan'];

/** Ten years of months. Razorpay has no subscription without an end. */
const totalCount = 120;

/** Repeats of a checkout come within a day. Clocks differ a little. */
const repeatedWithinMs = 2 * dayMs;

/**
 * Razorpay's ids of plans at their present prices. Its plans can't be changed or deleted, so each price has a plan of its own. We find
 * it by its notes and its price, and make it if it isn't there. Two processes may make it twice: harmless, since both cost the same.
 */
export function openPlanIds(api: RazorpayApi): (plan: Plan) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (plan) => {
    const name = `${plan.id} ${plan.amountPaise}`;
    const id = known.get(name) ?? findOrCreatePlan(api, plan);
    known.set(name, id);
    id.catch(() => known.delete(name));
    return id;
  };
}

async function findOrCreatePlan(api: RazorpayApi, { id, name, amountPaise }: Plan): Promise<string> {
  const found = await api.find(
    PlanEntity,
    '/plans',
    {},
    ({ notes, period, interval, item }) =>
      notes?.plan === id &&
      period === 'monthly' &&
      interval === 1 &&
      item?.amount === amountPaise &&
      item.currency === 'INR',
  );
  const item = { name, amount: amountPaise, currency: 'INR' };
  const terms = { period: 'monthly', interval: 1, item, notes: { plan: id } };
  return requiredId(found ?? (await api.post(PlanEntity, '/plans', terms)), 'plan_');
}

/** Finds the purchase's subscription by its notes before making one. */
export async function createSubscription(
  api: RazorpayApi,
  { keyId, planId, now }: { keyId: string; planId: ReturnType<typeof openPlanIds>; now: () => Date },
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

/** The page that a subscription was first paid on takes another card or UPI account, and retries with it. */
export async function payPageOf(api: RazorpayApi, reference: string): Promise<string | null> {
  const path = `/subscriptions/${encodeURIComponent(reference)}`;
  const { short_url: page } = await api.get(NewSubscription, path);
  return page?.startsWith('https://') ? page : null;
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
