import type { Reply } from '../server.ts';
import type { Acts } from './acts/acts.ts';
import { Refusal } from './refusal.ts';
import type { Call } from './routes.ts';
import type { WebhookSender } from './webhook.ts';

interface Controlled {
  acts: Acts;
  webhook: WebhookSender;
  control: object;
}

/**
 * What a person at the keyboard may do: `POST /__test/pay {"id": "order_…"}` and the other acts, `POST /__test/webhook` and
 * `POST /__test/trouble` to change settings, `POST /__test/deliver`, and `GET /__test/events`.
 */
export async function controlled(
  { acts, webhook, control }: Controlled,
  { method, path, body }: Call,
): Promise<Reply> {
  const name = path.slice('/__test/'.length);
  if (method === 'GET' && name === 'events') return { status: 200, body: webhook.events };
  if (name === 'webhook') return { status: 200, body: Object.assign(webhook.settings, body) };
  if (name === 'trouble') return { status: 200, body: Object.assign(control, body) };
  if (name === 'deliver') {
    await webhook.deliver();
    return { status: 200, body: webhook.events };
  }
  if (!Object.hasOwn(acts, name)) {
    return {
      status: 404,
      body: { acts: Object.keys(acts), others: ['webhook', 'trouble', 'deliver', 'events'] },
    };
  }
  try {
    return { status: 200, body: await acts[name as keyof typeof acts](String(body.id)) };
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}
