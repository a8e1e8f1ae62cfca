export { WebhookSender } from './deliver.ts';
export { queueWebhook, type Webhook, webhookUrlFault } from './queue-webhook.ts';
