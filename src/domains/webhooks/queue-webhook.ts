import { sql } from 'kysely';
import type { Phase, Ports } from '#core/context.ts';
import { currentTraceparent } from '#core/http/trace.ts';
import { newId } from '#core/ids.ts';
import { deliverMessage, WebhookSender } from './deliver.ts';
import { addMessage } from './deliveries.ts';
import { ensureSecret } from './secrets.ts';

/** Events that an endpoint can choose. */
export const eventTypes = ['job.completed', 'job.failed', 'job.cancelled', 'job.paused'] as const;

export interface Webhook {
  account: number;
  /** The standing endpoint that it is for. */
  endpoint?: string | null;
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
  { account, endpoint = null, url, type, data, traceparent = currentTraceparent() }: Webhook,
): Promise<string> {
  const at = now();
  const message_id = newId('msg');
  if (endpoint === null) await ensureSecret(db, account, at);
  const body = JSON.stringify({ type, timestamp: at, data });
  await addMessage(db, { account, endpoint, message_id, url, type, body, traceparent }, at);
  enqueue(deliverMessage, { account, message_id });
  return message_id;
}

/** Sends an event to each enabled endpoint of the account that wants it, and to the address of what it is about, if that has one. */
export async function queueEvent(
  ctx: Transaction,
  { url, ...event }: Omit<Webhook, 'url' | 'endpoint'> & { url: string | null },
): Promise<void> {
  if (url !== null) await queueWebhook(ctx, { ...event, url });
  const endpoints = await ctx.db
    .selectFrom('webhook_endpoint')
    .select(['id', 'url'])
    .where('account', '=', event.account)
    .where('enabled', '=', true)
    .where(sql<boolean>`(events = '{}' or ${event.type} = any (events))`)
    .orderBy('created_at')
    .execute();
  for (const endpoint of endpoints)
    await queueWebhook(ctx, { ...event, endpoint: endpoint.id, url: endpoint.url });
}

/** Why messages can't be sent to an address, as a sentence for the customer. Null if they can. */
export const webhookUrlFault = (ports: Pick<Ports, 'use'>, url: string): string | null =>
  ports.use(WebhookSender).refusalOf(url);
