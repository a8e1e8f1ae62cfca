import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { optOutLimits, type WaitingCause } from '../rules.ts';
import type { NewOptOut } from './opt-outs.ts';

/** What mails are limited by. Names are stored as hashes. */
export interface MailPlace {
  mailbox: string;
  domain: string;
  /** Maximum number of mails to the domain in 24 hours. */
  domainPerDay: number;
}

/**
 * Stores a request that waits for its mail. Returns false when the day's limit is reached. The mailbox limit is exact; those of
 * the domain and in total may be exceeded by concurrent requests, which avoids a global lock.
 */
export async function openForMail(
  db: Db,
  { id, kind, target, key, at }: NewOptOut,
  { mailbox, domain, domainPerDay }: MailPlace,
): Promise<boolean> {
  const { mailbox: mailboxPerDay, all } = optOutLimits.mailsPerDay;
  const since = new Date(at.getTime() - optOutLimits.mailsPerDayMs);
  const expiresAt = new Date(at.getTime() + optOutLimits.tokenMs);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`opt-out mails ${mailbox}`}, 0))`.execute(db);
  const { numAffectedRows } = await sql`
    insert into opt_out_request (id, kind, target, key, way, created_at, expires_at, mailbox, mail_domain)
    select ${id}, ${kind}, ${target}, ${key}, 'mail', ${at}, ${expiresAt}, ${mailbox}, ${domain}
    where (select count(*) from opt_out_request where mailbox = ${mailbox} and created_at > ${since}) < ${mailboxPerDay}
      and (
        select count(*) from opt_out_request
        where mail_domain = ${domain} and mailbox is not null and created_at > ${since}
      ) < ${domainPerDay}
      and (select count(*) from opt_out_request where mailbox is not null and created_at > ${since}) < ${all}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

export interface UnmailedOptOut {
  id: string;
  target: string;
  expiresAt: Date;
}

/**
 * Takes the next batch of mails to send. Untried ones come first, so that one that can't be delivered doesn't hold up others.
 * No process takes a mail again for `mailRetryMs`.
 */
export async function takeUnmailed(db: Db, at: Date): Promise<UnmailedOptOut[]> {
  const triedBefore = new Date(at.getTime() - optOutLimits.mailRetryMs);
  const { rows } = await sql<UnmailedOptOut>`
    update opt_out_request set mail_tried_at = ${at}
    where id in (
      select id from opt_out_request
      where status = 'open' and way = 'mail' and mailed_at is null and expires_at > ${at}
        and (mail_tried_at is null or mail_tried_at <= ${triedBefore})
      order by mail_tried_at nulls first, created_at
      limit ${optOutLimits.mailBatchMax}
      for update skip locked
    )
    returning id, target, expires_at as "expiresAt"`.execute(db);
  return rows;
}

export async function markMailed(db: Db, id: string, at: Date): Promise<void> {
  await sql`update opt_out_request set mailed_at = ${at} where id = ${id}`.execute(db);
}

/** Leaves a request whose mail was not accepted to the operator. A token that arrived anyway stays valid. */
export async function assignToOperator(db: Db, id: string, because: WaitingCause): Promise<void> {
  await sql`
    update opt_out_request set way = 'operator', waits_because = ${because}, expires_at = 'infinity'
    where id = ${id} and status = 'open' and way = 'mail'`.execute(db);
}

/** The same for all requests made until `until` whose mail was never accepted. */
export async function assignUnmailedToOperator(db: Db, until: Date, because: WaitingCause): Promise<void> {
  await sql`
    update opt_out_request set way = 'operator', waits_because = ${because}, expires_at = 'infinity'
    where status = 'open' and way = 'mail' and mailed_at is null and created_at <= ${until}`.execute(db);
}
