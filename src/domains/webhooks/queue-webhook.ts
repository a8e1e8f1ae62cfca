import type { Phase, Ports } from '#core/context.ts';
import { currentTraceparent } from '#core/http/trace.ts';
import { newId } from '#core/ids.ts';
import { deliverMessage, WebhookSender } from './deliver.ts';
import { addMessage } from './deliveries.ts';
import { ensureSecret } from './secrets.ts';

export interface Webhook {
  account: number;
  /** Checked by `webhookUrlFault` when the customer sent it. */
  url: string;
  /** For example `job.completed`. */
  type: string;
  /** Sent to the receiver. No contact values: they would stay in the receiver's logs, and here for days. */
  data: object;
  /** From the request that caused it. */
  traceparent?: string | null;
}

type Transaction = Pick<Phase, 'db' | 'enqueue'> & { now(): Date };

/** Sends a message to a customer's server once this transaction has committed. Returns the message's id. */
export async function queueWebhook(
  { db, enqueue, now }: Transaction,
  { account, url, type, data, traceparent = currentTraceparent() }: Webhook,
): Promise<string> {
  const at = now();
  const message_id = newId('msg');
  await ensureSecret(db, account, at);
  const body = JSON.stringify({ type, timestamp: at, data });
  await addMessage(db, { account, message_id, url, type, body, traceparent }, at);
  enqueue(deliverMessage, { account, url });
  return message_id;
}

/** Why messages can't be sent to an address, as a sentence for the customer. Null if they can. */
export const webhookUrlFault = (ports: Pick<Ports, 'use'>, url: string): string | null =>
  ports.use(WebhookSender).refusalOf(url);
