import type { Db, Phase } from '#core/context.ts';
import { endSubscription } from './end-subscription.ts';
import { type Stop, setStop, subscriptionNamed } from './subscriptions.ts';

/** No period that starts at this time or later is wanted. Null while the subscription goes on. */
export const stopsAtOf = async (db: Db, provider: string, reference: string): Promise<Date | null> =>
  (await subscriptionNamed(db, provider, reference))?.stopsAt ?? null;

/** Decides that a subscription ends. The provider is told by a job; what it charges in the meantime goes back. */
export async function stopSubscription(phase: Phase, stop: Stop): Promise<void> {
  await setStop(phase.db, stop);
  phase.enqueue(endSubscription, { provider: stop.provider, reference: stop.reference });
}
