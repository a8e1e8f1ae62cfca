import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { instant, instantOrNull, instantText, orNull } from '#core/shapes.ts';
import { isSending, type Lane, lockLanes, type Message, wakeSenders } from './sending/lanes.ts';

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;

const Attempt = Type.Object({
  number: Type.Integer({ description: 'From 1.' }),
  at: instantText('When it was sent.'),
  status_code: orNull(Type.Integer(), 'Your server’s answer. Null without an answer.'),
  failure: orNull(Type.String(), 'Why there was no answer: `timeout`, `network`, `address_refused` …'),
  duration_ms: Type.Integer({ description: 'How long it took, in milliseconds.' }),
});

export const WebhookDelivery = Type.Object(
  {
    id: Type.String({
      description: 'The `webhook-id` of every attempt.',
      examples: ['msg_0Fz8Ib2XJb9vQe3t1mKp7c'],
    }),
    type: Type.String({ description: 'The event.', examples: ['job.completed'] }),
    url: Type.String({ description: 'Where it is sent.' }),
    endpoint_id: orNull(Type.String(), 'The endpoint that it is for. Null for the `webhook_url` of a job.'),
    body: Type.String({ description: 'The JSON that every attempt sends.' }),
    status: Type.Enum([...deliveryStatuses], {
      description:
        '`waiting`: retried at `next_attempt_at`. `failed`: no attempt succeeded within three days, the server returned 410, or the endpoint was disabled.',
    }),
    created_at: instant('When it happened.'),
    next_attempt_at: instantOrNull('Null once it has ended.'),
    attempts: Type.Array(Attempt, { description: 'Oldest first.' }),
  },
  { title: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

type NewMessage = Pick<Message, 'account' | 'message_id' | 'url' | 'type' | 'body' | 'traceparent'> & {
  endpoint?: string | null;
  /** Messages about the same thing are sent in order. Default: in any order. */
  subject?: string;
};

/** Writes a message, which is sent once this transaction has committed. `webhook_emit()` writes those of events. */
export async function addMessage(db: Db, message: NewMessage, at: Date): Promise<void> {
  await db
    .insertInto('webhook_delivery')
    .values({ ...message, status: 'waiting', created_at: at, started_at: at, next_attempt_at: at })
    .execute();
  await wakeSenders(db, message.account);
}

/** Where a message goes now: to the present address of its endpoint. */
export const presentUrl = sql`coalesce((select url from webhook_endpoint where id = webhook_delivery.endpoint), url)`;

/** Begins a new round of attempts. Null if the account has no such message, or a request of it is in progress. */
export async function restartMessage(
  db: Db,
  account: number,
  message_id: string,
  at: Date,
): Promise<Lane | null> {
  const { rows } = await sql<Lane>`
    update webhook_delivery set status = 'waiting', sending = false, started_at = ${at}, next_attempt_at = ${at},
      round_attempts = 0, ended_at = null, url = ${presentUrl}
    where account = ${account} and message_id = ${message_id} and not (${isSending(at)})
    returning account, url`.execute(db);
  if (rows[0]) await wakeSenders(db, account);
  return rows[0] ?? null;
}

interface OfEndpoint {
  account: number;
  endpoint: string;
}

/** Waiting messages go to the present address of their endpoint. One whose request is in progress follows with its next attempt. */
export async function redirectWaiting(db: Db, { account, endpoint }: OfEndpoint, at: Date): Promise<void> {
  await sql`
    update webhook_delivery set url = ${presentUrl}
    where account = ${account} and endpoint = ${endpoint} and status = 'waiting' and not (${isSending(at)})`.execute(
    db,
  );
}

/** Keeps those messages of an endpoint whose request is in progress until it has ended, so that its deletion makes no room for others. */
export async function outliveEndpoint(db: Db, { account, endpoint }: OfEndpoint, at: Date): Promise<void> {
  await lockLanes(db, account);
  await sql`
    update webhook_delivery set endpoint = null, status = 'failed', next_attempt_at = null, ended_at = next_attempt_at
    where account = ${account} and endpoint = ${endpoint} and ${isSending(at)}`.execute(db);
}

/** Forgets an endpoint's oldest messages of a type, except one whose request is in progress. */
export async function keepNewest(
  db: Db,
  { account, endpoint, type, count }: OfEndpoint & { type: string; count: number },
  at: Date,
): Promise<void> {
  await sql`
    delete from webhook_delivery where account = ${account} and not (${isSending(at)}) and id = any (array(
      select id from webhook_delivery where endpoint = ${endpoint} and type = ${type} order by id desc offset ${count}
    ))`.execute(db);
}

/** Waiting messages fail. The outcome of an attempt that is in progress still counts. */
export async function endWaiting(db: Db, { account, endpoint }: OfEndpoint, at: Date): Promise<void> {
  await sql`
    update webhook_delivery set status = 'failed', next_attempt_at = null, ended_at = ${at}
    where account = ${account} and endpoint = ${endpoint} and status = 'waiting' and not sending`.execute(db);
}

interface Listing {
  account: number;
  before?: string | undefined;
  status?: string | undefined;
  type?: string | undefined;
  endpoint?: string | undefined;
  message_id?: string;
}

/** An account's messages with their attempts, newest first. `place` is for cursors and stays off the wire. */
export async function listMessages(
  db: Db,
  { account, before, status, type, endpoint, message_id }: Listing,
  limit: number,
): Promise<(WebhookDelivery & { place: number })[]> {
  const conditions = [sql`account = ${account}`];
  if (before !== undefined) conditions.push(sql`id < ${before}`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (type !== undefined) conditions.push(sql`type = ${type}`);
  if (endpoint !== undefined) conditions.push(sql`endpoint = ${endpoint}`);
  if (message_id !== undefined) conditions.push(sql`message_id = ${message_id}`);
  const { rows } = await sql<WebhookDelivery & { place: number }>`
    select id as place, message_id as id, type, url, endpoint as endpoint_id, body, status, created_at,
      case when next_attempt_at < created_at then created_at else next_attempt_at end as next_attempt_at, (
      select coalesce(json_agg(json_build_object('number', number,
        'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status_code', status_code,
        'failure', failure, 'duration_ms', duration_ms) order by number), '[]')
      from webhook_attempt where webhook_attempt.account = webhook_delivery.account and delivery = webhook_delivery.id
    ) as attempts
    from webhook_delivery where ${sql.join(conditions, sql` and `)}
    order by webhook_delivery.id desc limit ${limit}`.execute(db);
  return rows;
}
