import { type Selectable, sql } from 'kysely';
import { minuteMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { rowOrNull, rowsOf, run, takeTurn } from '#core/database/statement.ts';
import type { WebhookDeliveryTable } from '#platform/database/rows.generated.ts';

export type Message = Selectable<WebhookDeliveryTable>;

/** The messages of an account to one address: they are sent one at a time. */
export type Lane = Pick<Message, 'account' | 'url'>;

/** An attempt that has not ended by then was lost with its process. Longer than an attempt may last. */
const claimMs = 20_000;

/** Requests of an account in progress at once: as many as it may have endpoints, so that no endpoint waits for another. */
const perAccount = 10;

const inProgress = (account: unknown, at: Date) => sql`
  select from webhook_delivery sent where sent.account = ${account} and ${isSending(at)}`;

/** Whether a request is in progress. It may be for a message that has ended, because its endpoint was deleted. */
export const isSending = (at: Date) => sql`sending and coalesce(next_attempt_at, ended_at) > ${at}`;

/** Whether an older message to the same receiver about the same thing waits. */
const isBlocked = sql`subject <> '' and exists (
  select from webhook_delivery older
  where older.account = message.account and older.subject = message.subject and older.status = 'waiting' and older.id < message.id
    and older.endpoint is not distinct from message.endpoint and (older.endpoint is not null or older.url = message.url)
)`;

/** A first attempt is due at once. The clock of the database, by which functions in SQL write events, may be ahead by a minute. */
const isDue = (at: Date) =>
  sql`next_attempt_at <= ${new Date(at.getTime() + minuteMs)} and (round_attempts = 0 or next_attempt_at <= ${at})`;

/** Lets the transactions that begin or hide a request see each other. */
export const lockLanes = (db: Db, account: number) => takeTurn(db, `webhooks of ${account}`);

/** Wakes the senders of all processes once this transaction has committed. */
export const wakeSenders = (db: Db, account: number): Promise<void> =>
  run(db)`select pg_notify('webhook_work', ${String(account)})`;

/**
 * Claims the oldest due message to an address that isn't blocked, unless a request to that address is in progress or the account has
 * as many as it may. A round of attempts begins with its first one.
 */
export const takeNext = (db: Db, { account, url }: Lane, at: Date): Promise<Message | null> =>
  db.transaction().execute(async (phase) => {
    await lockLanes(phase, account);
    return rowOrNull<Message>(phase)`
      update webhook_delivery set sending = true, attempts = attempts + 1, round_attempts = round_attempts + 1,
        started_at = case round_attempts when 0 then ${at} else started_at end,
        next_attempt_at = ${new Date(at.getTime() + claimMs)}
      where account = ${account} and id = (
        select id from webhook_delivery message
        where account = ${account} and hashtextextended(url, 0) = hashtextextended(${url}, 0)
          and status = 'waiting' and ${isDue(at)} and not (${isBlocked})
        order by next_attempt_at, id limit 1 for update
      )
      and not exists (${inProgress(account, at)} and hashtextextended(url, 0) = hashtextextended(${url}, 0))
      and (select count(*) from (${inProgress(account, at)}) busy) < ${perAccount}
      returning *`;
  });

const accountsWaiting = sql`
  select min(account) from webhook_delivery where status = 'waiting'
  union all
  select (
    select min(account) from webhook_delivery where status = 'waiting' and account > waiting.account
  ) from waiting where account is not null`;

/**
 * Addresses with a due message that `takeNext` may claim, of these accounts or of all, the longest waiting ones of each account
 * first. Takes one step for each account and address, however many messages wait.
 */
export const dueLanes = (db: Db, of: ReadonlySet<number> | 'all', at: Date, limit: number): Promise<Lane[]> =>
  rowsOf<Lane>(db)`
    with recursive waiting (account) as (${of === 'all' ? accountsWaiting : sql`select unnest(${[...of]}::bigint[])`})
    select due.account, due.url from waiting cross join lateral (
      with recursive address (hash) as (
        select min(hashtextextended(url, 0)) from webhook_delivery where account = waiting.account and status = 'waiting'
        union all
        select (
          select min(hashtextextended(url, 0)) from webhook_delivery
          where account = waiting.account and status = 'waiting' and hashtextextended(url, 0) > address.hash
        ) from address where hash is not null
      )
      select oldest.*, row_number() over (order by since) as place
      from address cross join lateral (
        select account, url, next_attempt_at as since from webhook_delivery message
        where account = waiting.account and hashtextextended(url, 0) = address.hash
          and status = 'waiting' and ${isDue(at)} and not (${isBlocked})
        order by next_attempt_at, id limit 1
      ) oldest
      where not exists (${inProgress(sql`waiting.account`, at)} and hashtextextended(sent.url, 0) = address.hash)
      order by since
      limit greatest(0, ${perAccount} - (select count(*) from (${inProgress(sql`waiting.account`, at)}) busy))
    ) due
    order by due.place, due.since limit ${limit}`;
