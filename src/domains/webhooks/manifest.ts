import { domain } from '#core/domain.ts';
import { webhookData } from './account-rows.ts';
import { changeEndpoint } from './endpoints/change-endpoint.ts';
import { createEndpoint } from './endpoints/create-endpoint.ts';
import { deleteEndpoint } from './endpoints/delete-endpoint.ts';
import { listEndpoints } from './endpoints/list-endpoints.ts';
import { rotateEndpointSecret } from './endpoints/rotate-endpoint-secret.ts';
import { testEndpoint } from './endpoints/test-endpoint.ts';
import { ensureSecret } from './ensure-secret.ts';
import { webhookErrors } from './errors.ts';
import { forgetDeliveries } from './forget-deliveries.ts';
import { webhookJourney } from './journey.ts';
import { listWebhooks } from './list-webhooks.ts';
import { rotateSecret } from './rotate-secret.ts';
import { sendAgain } from './send-again.ts';
import { deliver } from './sending/deliver.ts';
import { openWebhooks } from './sending/webhook-work.ts';
import { webhookSettings } from './settings.ts';
import { webhookHealth } from './webhook-health.ts';

export const webhooks = domain({
  id: 'webhooks',
  title: 'Webhooks',
  description:
    'Signed messages to customers’ own servers when something has happened, such as a job that has ended or a budget that is reached.',
  operations: [
    ensureSecret,
    rotateSecret,
    listEndpoints,
    createEndpoint,
    changeEndpoint,
    deleteEndpoint,
    rotateEndpointSecret,
    testEndpoint,
    listWebhooks,
    sendAgain,
  ],
  jobs: [deliver, forgetDeliveries],
  errors: webhookErrors,
  settings: webhookSettings,
  health: [webhookHealth],
  accountData: webhookData,
  journey: [webhookJourney],
  notInJourney: {
    webhook_attempt: 'The outcome is in the deliveries.',
    webhook_once: 'Each event has its own fact.',
  },
  open: openWebhooks,
});
