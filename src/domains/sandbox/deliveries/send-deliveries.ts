import type { Job } from '#core/job.ts';
import { markAccepted, takeDelivery } from './deliveries.ts';

/**
 * Sends what is due to the billing webhook, one after the other. It runs after each press of a button, and each minute for what
 * was not accepted or what a killed process left.
 */
export const sendDeliveries: Job = {
  id: 'sandbox.send-deliveries',
  sends: true,
  schedule: '* * * * *',
  async run({ ports, now, signal }) {
    const { db, sandboxWebhook } = ports;
    if (!sandboxWebhook) return;
    while (!signal.aborted) {
      const delivery = await takeDelivery(db, now());
      if (!delivery) return;
      if (await sandboxWebhook(delivery)) await markAccepted(db, delivery.id, now());
    }
  },
};
