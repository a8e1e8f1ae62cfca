import type { Books } from '../books.ts';
import type { WebhookSender } from '../webhook.ts';
import { orderActs } from './order-acts.ts';
import { paymentActs } from './payment-acts.ts';
import type { Stage } from './stage.ts';
import { subscriptionActs } from './subscription-acts.ts';

export type Acts = ReturnType<typeof openActs>;

/** The acts of buyers, banks and the dashboard. Each one changes the books and sends its events. */
export function openActs(books: Books, webhook: WebhookSender) {
  const stage: Stage = { books, tell: (event, entities) => webhook.emit(event, entities, books.seconds()) };
  return { ...orderActs(stage), ...subscriptionActs(stage), ...paymentActs(stage) };
}
