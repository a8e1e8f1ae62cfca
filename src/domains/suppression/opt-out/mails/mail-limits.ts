import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { optOutLimits } from '../../rules.ts';
import type { NewOptOut } from '../opt-outs.ts';

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
