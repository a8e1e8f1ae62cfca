import type { Job } from '#core/job.ts';
import { Payments, providerNamed } from '../payments-port.ts';
import { setStopped, subscriptionNamed } from './subscriptions.ts';

/** Tells the provider that a subscription ends. Harmless to repeat. */
export const endSubscription: Job<{ provider: string; reference: string }> = {
  id: 'billing.end-subscription',
  sends: true,
  async run({ ports, now }, { provider, reference }) {
    const subscription = await subscriptionNamed(ports.db, provider, reference);
    if (!subscription?.stopsAt || subscription.stoppedAt || subscription.isOver) return;
    // Who cancels keeps the paid period at the provider too. Any other reason means that a charge would only be sent back.
    const when = subscription.stopReason === 'cancelled' ? 'at_period_end' : 'now';
    await providerNamed(ports.use(Payments), provider).cancelSubscription(reference, when);
    await setStopped(ports.db, subscription, now());
  },
};
