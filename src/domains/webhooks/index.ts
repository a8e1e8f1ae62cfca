export { queueEvent, type Webhook, webhookUrlFault } from './queue-webhook.ts';
