import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { optOutLimits, type WaitingCause } from '../rules.ts';
import type { NewOptOut } from './opt-outs.ts';

/** By what mails are limited; each stands for a name. */
export interface MailPlace {
  mailbox: string;
  domain: string;
  /** Mails to the domain in 24 hours. */
  domainPerDay: number;
}

/**
 * Keeps a request that waits for its mail; false when too many mails were asked for in a day. The limit of a mailbox is
 * exact. Those of a domain and of all may be passed by those who ask at one moment: nobody waits for a lock of all.
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
 * Takes the next batch of mails to hand over: those that were never tried first, so that one which can't be delivered
 * holds up no other. Each is left alone for `mailRetryMs` then, also by another process.
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

/** A request whose mail nobody sends is the operator's to decide. A token that arrived all the same stays good. */
export async function assignToOperator(db: Db, id: string, because: WaitingCause): Promise<void> {
  await sql`
    update opt_out_request set way = 'operator', waits_because = ${because}, expires_at = 'infinity'
    where id = ${id} and status = 'open' and way = 'mail'`.execute(db);
}

/** The same for all mails that nobody took, of requests made until `until`. */
export async function assignUnmailedToOperator(db: Db, until: Date, because: WaitingCause): Promise<void> {
  await sql`
    update opt_out_request set way = 'operator', waits_because = ${because}, expires_at = 'infinity'
    where status = 'open' and way = 'mail' and mailed_at is null and created_at <= ${until}`.execute(db);
}
