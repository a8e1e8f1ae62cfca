import type { Phase } from '#core/context.ts';
import { stopSubscription } from './stops.ts';
import { chargedSubscriptionsOf, type Subscription } from './subscriptions.ts';

/** The one that an account keeps: the dearest, and of equal ones the newest. */
export const winner = (subscriptions: readonly Subscription[]): Subscription | undefined =>
  subscriptions
    .filter(({ isOver, stopsAt, firstPaidAt }) => !isOver && stopsAt === null && firstPaidAt !== null)
    .toSorted(
      (one, other) =>
        other.amountPaise - one.amountPaise || other.firstPaidAt!.getTime() - one.firstPaidAt!.getTime(),
    )[0];

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
      at: since > keptSince ? since : keptSince,
    });
  }
}
