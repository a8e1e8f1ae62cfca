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

/** While an attempt is under way nobody else takes the message. Longer than an attempt may last. */
const claimMs = 2 * minuteMs;

export async function addMessage(db: Db, message: NewMessage, at: Date): Promise<void> {
  await sql`
    insert into webhook_delivery (account, message_id, url, type, body, traceparent, created_at, started_at, status, next_attempt_at)
    values (${message.account}, ${message.messageId}, ${message.url}, ${message.type}, ${message.body}, ${message.traceparent}, ${at}, ${at}, 'waiting', ${at})`.execute(
    db,
  );
}

const taken = sql`
  returning account, id, message_id as "messageId", url, body, traceparent, attempts as number, round_attempts as "roundAttempts",
    started_at as "startedAt"`;
const claim = (at: Date) => sql`
  attempts = attempts + 1, round_attempts = round_attempts + 1, next_attempt_at = ${new Date(at.getTime() + claimMs)}`;

/** Takes the account's oldest due message, unless another one seems to be under way: its server may be slow. */
export async function takeNext(db: Db, account: number, at: Date): Promise<DueMessage | null> {
  const { rows } = await sql<DueMessage>`
    update webhook_delivery set ${claim(at)}
    where account = ${account} and id = (
      select id from webhook_delivery
      where account = ${account} and status = 'waiting' and next_attempt_at <= ${at}
      order by next_attempt_at, id limit 1 for update skip locked
    ) and not exists (
      select from webhook_delivery other
      where other.account = ${account} and other.status = 'waiting' and other.round_attempts > 0
        and other.next_attempt_at > ${at} and other.next_attempt_at <= ${new Date(at.getTime() + claimMs)}
    )
    ${taken}`.execute(db);
  return rows[0] ?? null;
}

/** Takes messages that are due, a few of each account however many it has, so that no slow server holds up the others. */
export async function takeDue(db: Db, at: Date, limit: number, perAccount: number): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    with recursive waiting (account) as (
      select min(account) from webhook_delivery where status = 'waiting'
      union all
      select (
        select min(account) from webhook_delivery where status = 'waiting' and account > waiting.account
      ) from waiting where account is not null
    ), chosen as (
      select due.account, due.id from waiting cross join lateral (
        select account, id, next_attempt_at, row_number() over (order by next_attempt_at, id) as place
        from webhook_delivery
        where webhook_delivery.account = waiting.account and status = 'waiting' and next_attempt_at <= ${at}
        order by next_attempt_at, id limit ${perAccount}
      ) due
      order by due.place, due.next_attempt_at limit ${limit}
    ), free as (
      select account, id from webhook_delivery
      where (account, id) in (select account, id from chosen) and status = 'waiting' and next_attempt_at <= ${at}
      for update skip locked
    )
    update webhook_delivery set ${claim(at)}
    where (account, id) in (select account, id from free)
    ${taken}`.execute(db);
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
    update webhook_delivery set status = ${status},
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

/** Begins a new round of attempts. False if the account has no such message. */
export async function restartMessage(db: Db, account: number, messageId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update webhook_delivery set status = 'waiting', started_at = ${at}, next_attempt_at = ${at}, round_attempts = 0, ended_at = null
    where account = ${account} and message_id = ${messageId}
    returning id`.execute(db);
  return rows.length > 0;
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
