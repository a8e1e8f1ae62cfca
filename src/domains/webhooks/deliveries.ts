import { sql } from 'kysely';
import { minuteMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';

export interface NewMessage {
  account: number;
  messageId: string;
  url: string;
  type: string;
  body: string;
  traceparent: string | null;
}

/** A message to send now. */
export interface DueMessage {
  account: number;
  id: string;
  messageId: string;
  url: string;
  body: string;
  traceparent: string | null;
  number: number;
  roundAttempts: number;
  startedAt: Date;
}

/** When the attempts of a round come, after its beginning. The last one ends it. */
const attemptsAfterMs = [0, 1, 5, 30, 120, 300, 600, 840, 1200, 1440].map((minutes) => minutes * minuteMs);

/** An attempt that has not ended by then was lost with its process. Longer than an attempt may last. */
const claimMs = 2 * minuteMs;

export async function addMessage(db: Db, message: NewMessage, at: Date): Promise<void> {
  await sql`
    insert into webhook_delivery (account, message_id, url, type, body, traceparent, created_at, started_at, status, next_attempt_at)
    values (${message.account}, ${message.messageId}, ${message.url}, ${message.type}, ${message.body}, ${message.traceparent}, ${at}, ${at}, 'waiting', ${at})`.execute(
    db,
  );
}

/** The messages of an account to one address: they are sent one at a time. */
export interface Lane {
  account: number;
  url: string;
}

/** Requests of an account in progress at once, so that its slow servers leave room for other accounts. */
const perAccount = 4;

const inProgress = (account: unknown, at: Date) => sql`
  select from webhook_delivery sent where sent.account = ${account} and sent.sending and sent.next_attempt_at > ${at}`;

/**
 * Claims the oldest due message to an address, unless a request to that address is in progress or the account has as many as it
 * may. The lock makes two callers see each other's claims.
 */
export const takeNext = (db: Db, { account, url }: Lane, at: Date): Promise<DueMessage | null> =>
  db.transaction().execute(async (phase) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${account}`}, 0))`.execute(phase);
    const { rows } = await sql<DueMessage>`
      update webhook_delivery set sending = true, attempts = attempts + 1, round_attempts = round_attempts + 1,
        next_attempt_at = ${new Date(at.getTime() + claimMs)}
      where account = ${account} and id = (
        select id from webhook_delivery
        where account = ${account} and hashtextextended(url, 0) = hashtextextended(${url}, 0)
          and status = 'waiting' and next_attempt_at <= ${at}
        order by next_attempt_at, id limit 1
      )
      and not exists (${inProgress(account, at)} and hashtextextended(url, 0) = hashtextextended(${url}, 0))
      and (select count(*) from (${inProgress(account, at)}) busy) < ${perAccount}
      returning account, id, message_id as "messageId", url, body, traceparent, attempts as number, round_attempts as "roundAttempts",
        started_at as "startedAt"`.execute(phase);
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

export interface Attempt {
  at: Date;
  statusCode: number | null;
  failure: string | null;
  durationMs: number;
}

/** Records an attempt, and plans the next one unless this one ends the message. */
export async function recordAttempt(db: Db, message: DueMessage, attempt: Attempt): Promise<void> {
  const { account, id, number } = message;
  const status = statusAfter(attempt, message);
  const next = new Date(message.startedAt.getTime() + (attemptsAfterMs[message.roundAttempts] ?? 0));
  await sql`
    with recorded as (
      insert into webhook_attempt (account, delivery, number, at, status_code, failure, duration_ms)
      values (${account}, ${id}, ${number}, ${attempt.at}, ${attempt.statusCode}, ${attempt.failure}, ${attempt.durationMs})
      on conflict do nothing
    )
    update webhook_delivery set status = ${status}, sending = false,
      next_attempt_at = ${status === 'waiting' ? next : null},
      ended_at = ${status === 'waiting' ? null : attempt.at}
    where account = ${account} and id = ${id} and attempts = ${number}`.execute(db);
}

/** The last attempt of a round. */
export const isLast = ({ roundAttempts }: DueMessage): boolean => roundAttempts >= attemptsAfterMs.length;

/** 410 says that the receiver wants no more of it (Standard Webhooks, "Deliverability"). */
function statusAfter({ statusCode }: Attempt, message: DueMessage): 'delivered' | 'failed' | 'waiting' {
  if (statusCode !== null && statusCode >= 200 && statusCode <= 299) return 'delivered';
  return statusCode === 410 || isLast(message) ? 'failed' : 'waiting';
}

/** Begins a new round of attempts. Null if the account has no such message. */
export async function restartMessage(
  db: Db,
  account: number,
  messageId: string,
  at: Date,
): Promise<Lane | null> {
  const { rows } = await sql<Lane>`
    update webhook_delivery set status = 'waiting', sending = false, started_at = ${at}, next_attempt_at = ${at},
      round_attempts = 0, ended_at = null
    where account = ${account} and message_id = ${messageId}
    returning account, url`.execute(db);
  return rows[0] ?? null;
}

export interface ShownDelivery {
  id: string;
  messageId: string;
  url: string;
  type: string;
  status: 'waiting' | 'delivered' | 'failed';
  createdAt: Date;
  nextAttemptAt: Date | null;
  attempts: {
    number: number;
    at: string;
    status_code: number | null;
    failure: string | null;
    duration_ms: number;
  }[];
}

interface Listing {
  account: number;
  before: string | null;
  status: string | null;
  messageId?: string;
}

/** An account's messages with their attempts, newest first. */
export async function listMessages(
  db: Db,
  { account, before, status, messageId }: Listing,
  limit: number,
): Promise<ShownDelivery[]> {
  const { rows } = await sql<ShownDelivery>`
    select id, message_id as "messageId", url, type, status, created_at as "createdAt", next_attempt_at as "nextAttemptAt", (
      select coalesce(json_agg(json_build_object('number', number, 'at', at, 'status_code', status_code, 'failure', failure,
        'duration_ms', duration_ms) order by number), '[]')
      from webhook_attempt where webhook_attempt.account = webhook_delivery.account and delivery = webhook_delivery.id
    ) as attempts
    from webhook_delivery
    where account = ${account}
      and (${before}::bigint is null or id < ${before}::bigint)
      and (${status}::text is null or status = ${status})
      and (${messageId ?? null}::text is null or message_id = ${messageId ?? null})
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** Deletes ended messages, oldest first. Returns how many. */
export async function forgetMessages(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery where ctid = any (array(
      select ctid from webhook_delivery where created_at < ${before} and status <> 'waiting'
      order by created_at limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
