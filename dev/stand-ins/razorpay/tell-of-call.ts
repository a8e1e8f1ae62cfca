import type { Reply } from '../server.ts';
import type { Books, Entity } from './books.ts';
import type { Call } from './routes.ts';
import type { WebhookSender } from './webhook.ts';

/** Some calls of the API have events too: a cancellation, and a refund when it is first asked for. */
export async function tellOfCall(
  books: Books,
  webhook: WebhookSender,
  call: Call,
  answer: Reply,
): Promise<void> {
  if (answer.status !== 200 || call.method !== 'POST') return;
  const entity = answer.body as Entity;
  if (call.path.endsWith('/cancel') && entity.status === 'cancelled') {
    await webhook.emit('subscription.cancelled', { subscription: entity }, books.seconds());
  }
  for (const [action, status, event] of [
    ['pause', 'paused', 'paused'],
    ['resume', 'active', 'resumed'],
  ] as const) {
    if (call.path.endsWith(`/${action}`) && entity.status === status)
      await webhook.emit(`subscription.${event}`, { subscription: entity }, books.seconds());
  }
  const isTold = webhook.events.some(
    ({ name, body }) => name === 'refund.created' && body.includes(entity.id),
  );
  if (call.path.endsWith('/refund') && !isTold) {
    const payment = books.payments.get(String(entity.payment_id));
    await webhook.emit('refund.created', { refund: entity, payment }, books.seconds());
  }
}
