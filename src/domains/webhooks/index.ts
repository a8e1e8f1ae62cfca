export { queueEvent, queueWebhook, webhookUrlFault } from './queue-webhook.ts';
