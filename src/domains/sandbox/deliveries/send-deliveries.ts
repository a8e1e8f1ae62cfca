import type { Job } from '#core/job.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { SandboxWebhook } from '../ports.ts';
import { markAccepted, takeDelivery } from './deliveries.ts';

/**
 * Sends what is due to the billing webhook, one after the other. It runs after each press of a button, and each minute for what
 * was not accepted or what a killed process left.
 */
export const sendDeliveries: Job = {
  id: 'sandbox.send-deliveries',
  sends: true,
  schedule: '* * * * *',
  async run({ ports, now, signal, log }) {
    const { db, publicUrl } = ports;
    const sandboxWebhook = ports.use(SandboxWebhook);
    if (!sandboxWebhook) return;
    while (!signal.aborted) {
      const delivery = await takeDelivery(db, now());
      if (!delivery) return;
      const { id, tries, isLast } = delivery;
      const reason = await sandboxWebhook(delivery);
      const details = { event: id, reason, url: publicUrl() };
      if (reason === null) await markAccepted(db, id, now());
      else if (isLast) await raiseAlert(db, { kind: 'sandbox_undelivered', subject: id, details });
      else if (tries === 1)
        log.warn(
          details,
          "the sandbox can't reach the service at PUBLIC_URL, so a purchase stays pending; it tries again",
        );
    }
  },
};
