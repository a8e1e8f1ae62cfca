import { dayMs } from '#core/clock.ts';
import type { Phase } from '#core/context.ts';
import { graceDays, mayBeCharged } from '../rules.ts';
import { stopSubscription } from './stops.ts';
import { chargedSubscriptionsOf, type Subscription } from './subscriptions.ts';

/** The one that an account keeps: the dearest, and of equal ones the newest. One that had lapsed when another was bought gives way. */
export function winner(subscriptions: readonly Subscription[]): Subscription | undefined {
  const running = subscriptions.filter(
    ({ isOver, stopsAt, firstPaidAt }) => !isOver && stopsAt === null && firstPaidAt !== null,
  );
  const newest = Math.max(...running.map(({ firstPaidAt }) => firstPaidAt!.getTime()));
  return running
    .filter((one) => lapsesAt(one) > newest || one.firstPaidAt!.getTime() === newest)
    .toSorted(
      (one, other) =>
        other.amountPaise - one.amountPaise || other.firstPaidAt!.getTime() - one.firstPaidAt!.getTime(),
    )[0];
}

/** Until then its plan lasts without another charge, as in `billing_plans_of`. */
const lapsesAt = ({ paidUntil, status }: Subscription): number =>
  paidUntil!.getTime() + (mayBeCharged.includes(status) ? graceDays * dayMs : 0);

/**
 * An upgrade is a new subscription, so the account's others end when the new one is charged. Their credits stay. Needs the
 * account's lock.
 */
export async function supersedeOthers(phase: Phase, account: number): Promise<void> {
  const subscriptions = await chargedSubscriptionsOf(phase.db, account);
  const kept = winner(subscriptions);
  if (!kept) return;
  for (const { provider, reference, isOver, stopReason, firstPaidAt } of subscriptions) {
    const goesOn = !isOver && (stopReason === null || stopReason === 'cancelled');
    if (!goesOn || (provider === kept.provider && reference === kept.reference)) continue;
    const keptSince = kept.firstPaidAt!;
    const since = firstPaidAt ?? keptSince;
    await stopSubscription(phase, {
      provider,
      reference,
      reason: 'superseded',
      at: new Date(Math.max(since.getTime(), keptSince.getTime())),
    });
  }
}
