import { domain } from '#core/domain.ts';
import { deliverDue, deliverMessage, WebhookSender } from './deliver.ts';
import { ensureSecret } from './ensure-secret.ts';
import { forgetDeliveries } from './forget-deliveries.ts';
import { webhookJourney } from './journey.ts';
import { listWebhooks } from './list-webhooks.ts';
import { rotateSecret } from './rotate-secret.ts';
import { sendAgain } from './send-again.ts';
import { webhookSettings } from './settings.ts';
import { webhookHealth } from './webhook-health.ts';

export const webhooks = domain({
  id: 'webhooks',
  title: 'Webhooks',
  description: 'Signed messages to customers’ own servers, such as when a job has ended.',
  operations: [ensureSecret, rotateSecret, listWebhooks, sendAgain],
  jobs: [deliverMessage, deliverDue, forgetDeliveries],
  settings: webhookSettings,
  health: [webhookHealth],
  journey: [webhookJourney],
  notInJourney: {
    webhook_attempt: 'The outcome is in the deliveries.',
  },
  open: ({ outgoing }) => ({ ports: [WebhookSender.opened(outgoing.messageSender)] }),
});
