import { type Selectable, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { minuteMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { takeTurn } from '#core/database/statement.ts';
import { instant, instantOrNull, instantText, orNull } from '#core/shapes.ts';
import type { WebhookAttemptTable, WebhookDeliveryTable } from '#platform/database/rows.generated.ts';

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
        '`waiting`: retried at `next_attempt_at`. `failed`: no attempt succeeded within a day, or the server returned 410.',
    }),
    created_at: instant('When it happened.'),
    next_attempt_at: instantOrNull('Null once it has ended.'),
    attempts: Type.Array(Attempt, { description: 'Oldest first.' }),
  },
  { title: 'WebhookDelivery' },
);
type WebhookDelivery = Static<typeof WebhookDelivery>;

export type Message = Selectable<WebhookDeliveryTable>;

type NewMessage = Pick<Message, 'account' | 'message_id' | 'url' | 'type' | 'body' | 'traceparent'> & {
  endpoint?: string | null;
};

/** When the attempts of a round come, after its beginning. The last one ends it. */
const attemptsAfterMs = [0, 1, 5, 30, 120, 300, 600, 840, 1200, 1440].map((minutes) => minutes * minuteMs);

/** An attempt that has not ended by then was lost with its process. Longer than an attempt may last. */
const claimMs = 2 * minuteMs;

export async function addMessage(db: Db, message: NewMessage, at: Date): Promise<void> {
  await db
    .insertInto('webhook_delivery')
    .values({ ...message, status: 'waiting', created_at: at, started_at: at, next_attempt_at: at })
    .execute();
}

/** The messages of an account to one address: they are sent one at a time. */
export type Lane = Pick<Message, 'account' | 'url'>;

/** Null if the message was forgotten, or its account closed. */
export const laneOf = async (
  db: Db,
  { account, message_id }: Pick<Message, 'account' | 'message_id'>,
): Promise<Lane | null> =>
  (await db
    .selectFrom('webhook_delivery')
    .select(['account', 'url'])
    .where('account', '=', account)
    .where('message_id', '=', message_id)
    .executeTakeFirst()) ?? null;

/** Requests of an account in progress at once, so that its slow servers leave room for other accounts. */
const perAccount = 4;

const inProgress = (account: unknown, at: Date) => sql`
  select from webhook_delivery sent where sent.account = ${account} and ${isSending(at)}`;

/** Whether a request is in progress. It may be for a message that has ended, because its endpoint was deleted. */
const isSending = (at: Date) => sql`sending and coalesce(next_attempt_at, ended_at) > ${at}`;

/** Lets the transactions that begin or hide a request see each other. */
const lockLanes = (db: Db, account: number) => takeTurn(db, `webhooks of ${account}`);

/**
 * Claims the oldest due message to an address, unless a request to that address is in progress or the account has as many as it
 * may.
 */
export const takeNext = (db: Db, { account, url }: Lane, at: Date): Promise<Message | null> =>
  db.transaction().execute(async (phase) => {
    await lockLanes(phase, account);
    const { rows } = await sql<Message>`
      update webhook_delivery set sending = true, attempts = attempts + 1, round_attempts = round_attempts + 1,
        next_attempt_at = ${new Date(at.getTime() + claimMs)}
      where account = ${account} and id = (
        select id from webhook_delivery
        where account = ${account} and hashtextextended(url, 0) = hashtextextended(${url}, 0)
          and status = 'waiting' and next_attempt_at <= ${at}
        order by next_attempt_at, id limit 1 for update
      )
      and not exists (${inProgress(account, at)} and hashtextextended(url, 0) = hashtextextended(${url}, 0))
      and (select count(*) from (${inProgress(account, at)}) busy) < ${perAccount}
      returning *`.execute(phase);
    return rows[0] ?? null;
  });

/** Addresses with a due message that `takeNext` may claim, the longest waiting ones of each account first. */
export async function dueLanes(db: Db, at: Date, limit: number): Promise<Lane[]> {
  const { rows } = await sql<Lane>`
    with recursive waiting (account) as (
      select min(account) from webhook_delivery where status = 'waiting'
      union all
      select (
        select min(account) from webhook_delivery where status = 'waiting' and account > waiting.account
      ) from waiting where account is not null
    )
    select due.account, due.url from waiting cross join lateral (
      select account, min(url) as url, min(next_attempt_at) as since, row_number() over (order by min(next_attempt_at)) as place
      from webhook_delivery message
      where account = waiting.account and status = 'waiting' and next_attempt_at <= ${at}
        and not exists (
          ${inProgress(sql`message.account`, at)} and hashtextextended(sent.url, 0) = hashtextextended(message.url, 0)
        )
      group by account, hashtextextended(url, 0)
      order by since
      limit greatest(0, ${perAccount} - (select count(*) from (${inProgress(sql`waiting.account`, at)}) busy))
    ) due
    order by due.place, due.since limit ${limit}`.execute(db);
  return rows;
}

type NewAttempt = Pick<Selectable<WebhookAttemptTable>, 'at' | 'status_code' | 'failure' | 'duration_ms'>;

/** Where a message goes now: to the present address of its endpoint. */
const presentUrl = sql`coalesce((select url from webhook_endpoint where id = webhook_delivery.endpoint), url)`;

/** Records an attempt, and plans the next one unless this one ends the message. A message whose endpoint was deleted goes. */
export async function recordAttempt(db: Db, message: Message, attempt: NewAttempt): Promise<void> {
  const { account, id, attempts: number } = message;
  const { at, status_code, failure, duration_ms } = attempt;
  const status = statusAfter(attempt, message);
  const next = new Date(message.started_at.getTime() + (attemptsAfterMs[message.round_attempts] ?? 0));
  const { numDeletedRows: wasDeleted } = await db
    .deleteFrom('webhook_delivery')
    .where('account', '=', account)
    .where('id', '=', id)
    .where('endpoint', 'is distinct from', message.endpoint)
    .executeTakeFirst();
  if (wasDeleted) return;
  await sql`
    with recorded as (
      insert into webhook_attempt (account, delivery, number, at, status_code, failure, duration_ms)
      select account, id, ${number}, ${at}, ${status_code}, ${failure}, ${duration_ms}
      from webhook_delivery where account = ${account} and id = ${id}
      on conflict do nothing
    )
    update webhook_delivery set status = ${status}, sending = false,
      url = ${status === 'waiting' ? presentUrl : sql`url`},
      next_attempt_at = ${status === 'waiting' ? next : null},
      ended_at = ${status === 'waiting' ? null : at}
    where account = ${account} and id = ${id} and attempts = ${number}`.execute(db);
}

/** The last attempt of a round. */
export const isLast = ({ round_attempts }: Message): boolean => round_attempts >= attemptsAfterMs.length;

/** 410 says that the receiver wants no more messages (Standard Webhooks, "Deliverability"). */
function statusAfter({ status_code }: NewAttempt, message: Message): WebhookDelivery['status'] {
  if (status_code !== null && status_code >= 200 && status_code <= 299) return 'delivered';
  return status_code === 410 || isLast(message) ? 'failed' : 'waiting';
}

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
  endpoint?: string | undefined;
  message_id?: string;
}

/** An account's messages with their attempts, newest first. `place` is for cursors and stays off the wire. */
export async function listMessages(
  db: Db,
  { account, before, status, endpoint, message_id }: Listing,
  limit: number,
): Promise<(WebhookDelivery & { place: number })[]> {
  const conditions = [sql`account = ${account}`];
  if (before !== undefined) conditions.push(sql`id < ${before}`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (endpoint !== undefined) conditions.push(sql`endpoint = ${endpoint}`);
  if (message_id !== undefined) conditions.push(sql`message_id = ${message_id}`);
  const { rows } = await sql<WebhookDelivery & { place: number }>`
    select id as place, message_id as id, type, url, endpoint as endpoint_id, body, status, created_at, next_attempt_at, (
      select coalesce(json_agg(json_build_object('number', number,
        'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status_code', status_code,
        'failure', failure, 'duration_ms', duration_ms) order by number), '[]')
      from webhook_attempt where webhook_attempt.account = webhook_delivery.account and delivery = webhook_delivery.id
    ) as attempts
    from webhook_delivery where ${sql.join(conditions, sql` and `)}
    order by webhook_delivery.id desc limit ${limit}`.execute(db);
  return rows;
}
