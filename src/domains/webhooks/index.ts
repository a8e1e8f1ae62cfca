export { queueEvent, queueWebhook, type Webhook, webhookUrlFault } from './queue-webhook.ts';
