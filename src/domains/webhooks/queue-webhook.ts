import type { Phase, Ports } from '#core/context.ts';
import { fieldOf } from '#core/database/statement.ts';
import { newId } from '#core/ids.ts';
import { currentTraceparent } from '#core/tracing/trace.ts';
import { addMessage } from './deliveries.ts';
import type { EventData, EventType } from './events/event-types.ts';
import { ensureSecret } from './secrets.ts';
import { WebhookSender } from './sending/webhook-work.ts';

interface Webhook {
  account: number;
  /** The standing endpoint that it is for. */
  endpoint?: string | null;
  /** Checked by `webhookUrlFault` when the customer sent it. */
  url: string;
  /** For example `job.completed`. */
  type: string;
  /** Messages to one receiver about the same thing are sent in order. Default: in any order. */
  subject?: string;
  /** Sent to the receiver. No contact values: they would stay in the receiver's logs, and here for days. */
  data: object;
  /** From the request that caused it. */
  traceparent?: string | null;
}

type Transaction = Pick<Phase, 'db'> & { now(): Date };

/** Sends a message to a customer's server once this transaction has committed. Returns the message's id. */
export async function queueWebhook(
  { db, now }: Transaction,
  { account, endpoint = null, url, type, subject = '', data, traceparent = currentTraceparent() }: Webhook,
): Promise<string> {
  const at = now();
  const message_id = newId('msg');
  if (endpoint === null) await ensureSecret(db, account, at);
  const body = JSON.stringify({ type, timestamp: at, data });
  await addMessage(db, { account, endpoint, message_id, url, type, subject, body, traceparent }, at);
  return message_id;
}

interface Event<Type extends EventType> extends Pick<Webhook, 'account' | 'traceparent'> {
  type: Type;
  /** Events about the same thing are sent in order: its id. */
  subject: string;
  data: EventData<Type>;
  /** Events of this type and about this are sent once. Default: each is sent. */
  about?: string;
}

/**
 * Writes an event in this transaction, for each enabled endpoint of the account that wants it. Functions in SQL call `webhook_emit()`
 * themselves. Returns for how many.
 */
export const queueEvent = <Type extends EventType>(
  { db, now }: Pick<Transaction, 'db'> & Partial<Transaction>,
  { account, type, subject, data, about = '', traceparent = currentTraceparent() }: Event<Type>,
): Promise<number> =>
  fieldOf<number>(db)`
    select webhook_emit(${account}, ${type}, ${subject}, ${JSON.stringify(data)}::json, ${now?.() ?? null}, ${about}, ${traceparent})`;

/** Why messages can't be sent to an address, as a sentence for the customer. Null if they can. */
export const webhookUrlFault = (ports: Pick<Ports, 'use'>, url: string): string | null =>
  ports.use(WebhookSender).refusalOf(url);
