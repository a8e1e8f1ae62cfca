export { queueWebhook, type Webhook, webhookUrlFault } from './queue-webhook.ts';
