import { dayMs } from '#core/clock.ts';
import type { Phase } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import { Payments, providerNamed } from '../payments-port.ts';
import { graceDays, mayBeCharged } from '../rules.ts';
import {
  chargedSubscriptionsOf,
  type Stop,
  type Subscription,
  setStop,
  setStopped,
  subscriptionAfterChanges,
  undoableUntil,
} from './subscriptions.ts';

/** Decides that a subscription ends. A job asks the provider; what it charges in the meantime goes back. */
export async function stopSubscription(phase: Phase, stop: Stop): Promise<void> {
  await setStop(phase.db, stop);
  phase.enqueue(endSubscription, { provider: stop.provider, reference: stop.reference });
}

/** Ends a subscription at the provider, once that can't be undone any more. Harmless to repeat. */
export const endSubscription: Job<{ provider: string; reference: string }> = {
  id: 'billing.end-subscription',
  sends: true,
  async run({ ports, now }, { provider, reference }) {
    const subscription = await subscriptionAfterChanges(ports.db, provider, reference);
    if (!subscription?.stops_at || subscription.stopped_at || subscription.is_over) return;
    // The daily reconciliation comes back to it.
    if (undoableUntil(subscription, now())) return;
    // A customer who cancels keeps the paid period at the provider too. For any other reason a charge would only be sent back.
    const when = subscription.stop_reason === 'cancelled' ? 'at_period_end' : 'now';
    await providerNamed(ports.use(Payments), provider).cancelSubscription(reference, when);
    await setStopped(ports.db, subscription, now());
  },
};

/**
 * The one that an account keeps: the most expensive, and of equal ones the newest. One that had lapsed when another was bought
 * loses.
 */
function winner(subscriptions: readonly Subscription[]): Subscription | undefined {
  const running = subscriptions.filter(
    ({ is_over, stops_at, first_paid_at }) => !is_over && stops_at === null && first_paid_at !== null,
  );
  const newest = Math.max(...running.map(firstPaidMs));
  return running
    .filter((one) => lapsesAt(one) > newest || firstPaidMs(one) === newest)
    .toSorted(
      (one, other) => other.amount_paise - one.amount_paise || firstPaidMs(other) - firstPaidMs(one),
    )[0];
}

const firstPaidMs = ({ first_paid_at }: Subscription): number => first_paid_at!.getTime();

/** Until then its plan lasts without another charge, as in `billing_plans_of`. */
const lapsesAt = ({ paid_until, status }: Subscription): number =>
  paid_until!.getTime() + (mayBeCharged.includes(status) ? graceDays * dayMs : 0);

/**
 * An upgrade is a new subscription, so the account's others end when the new one is charged. Their credits stay. Needs the
 * account's lock.
 */
export async function supersedeOthers(phase: Phase, account: number): Promise<void> {
  const subscriptions = await chargedSubscriptionsOf(phase.db, account);
  const kept = winner(subscriptions);
  if (!kept) return;
  for (const { provider, reference, is_over, stop_reason, first_paid_at } of subscriptions) {
    const renews = !is_over && (stop_reason === null || stop_reason === 'cancelled');
    if (!renews || (provider === kept.provider && reference === kept.reference)) continue;
    const at = new Date(Math.max((first_paid_at ?? kept.first_paid_at!).getTime(), firstPaidMs(kept)));
    await stopSubscription(phase, { provider, reference, reason: 'superseded', at });
  }
}
