import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsOf, run, takeTurn } from '#core/database/statement.ts';
import { optOutLimits, type WaitingCause } from '../rules.ts';
import type { OptOutRequest } from './shapes.ts';

export type OptOutKind = OptOutRequest['kind'];

export interface NewOptOut {
  id: string;
  kind: OptOutKind;
  target: string;
  key: string;
  created_at: Date;
}

/** Stores a request for an operator to decide, unless one about the same target is already open. */
export async function openForOperator(
  db: Db,
  { id, kind, target, key, created_at }: NewOptOut,
  because: WaitingCause,
): Promise<void> {
  await takeTurn(db, `opt-out ${key}`);
  await sql`
    insert into opt_out_request (id, kind, target, key, way, waits_because, created_at, expires_at)
    select ${id}, ${kind}, ${target}, ${key}, 'operator', ${because}, ${created_at}, 'infinity'
    where not exists (
      select from opt_out_request waiting
      where waiting.key = ${key} and waiting.way = 'operator' and waiting.status = 'open'
    )`.execute(db);
}

/** An open request past its time counts as expired even before the job has closed it. */
const statusAt = (at: Date) =>
  sql`case when status = 'open' and expires_at <= ${at} then 'expired' else status end`;

const selectOptOuts = (db: Db, at: Date, rest: RawBuilder<unknown>): Promise<OptOutRequest[]> =>
  rowsOf<OptOutRequest>(db)`
      select id, kind, case when expires_at > ${at} then target end as target, way, waits_because,
        ${statusAt(at)} as status, created_at, nullif(expires_at, 'infinity') as expires_at, mailed_at, decided_at, decided_by
      from opt_out_request ${rest}`;

export const optOutById = async (db: Db, id: string, at: Date): Promise<OptOutRequest | null> =>
  (await selectOptOuts(db, at, sql`where id = ${id}`))[0] ?? null;

export interface OptOutFilter {
  status: OptOutRequest['status'] | null;
  /** The last request of the previous page. */
  after: string | null;
  limit: number;
  at: Date;
}

/** Newest first. */
export const latestOptOuts = (db: Db, { status, after, limit, at }: OptOutFilter): Promise<OptOutRequest[]> =>
  selectOptOuts(
    db,
    at,
    sql`where (${status}::text is null or ${statusAt(at)} = ${status})
        and (${after}::text is null
          or (created_at, id) < (select last.created_at, last.id from opt_out_request last where last.id = ${after}))
      order by created_at desc, id desc limit ${limit}`,
  );

export interface OptOutEnd {
  at: Date;
  /** `subject`, or the operator. */
  by: string;
}

const end = (status: 'confirmed' | 'declined', { at, by }: OptOutEnd) => sql`
  update opt_out_request set status = ${status}, target = null, decided_at = ${at}, decided_by = ${by}`;
const isOpen = (at: Date) => sql`status = 'open' and expires_at > ${at}`;

/** Ends an open request and deletes its target. Returns false when it has already ended. */
export async function closeOptOut(
  db: Db,
  id: string,
  status: 'confirmed' | 'declined',
  ended: OptOutEnd,
): Promise<boolean> {
  const closed = sql`${end(status, ended)} where id = ${id} and ${isOpen(ended.at)}`;
  return (await closed.execute(db)).numAffectedRows === 1n;
}

/** Closes all open requests about a target that is now suppressed. */
export const confirmOptOutsOf = (db: Db, key: string, ended: OptOutEnd): Promise<void> =>
  run(db)`
    ${end('confirmed', ended)} where ctid = any (array(
      select ctid from opt_out_request where key = ${key} and ${isOpen(ended.at)} order by id for update
    ))`;

/** Mails are limited by mailbox and by domain. Names are stored as hashes. */
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
  { id, kind, target, key, created_at }: NewOptOut,
  { mailbox, domain, domainPerDay }: MailPlace,
): Promise<boolean> {
  const { mailbox: mailboxPerDay, all } = optOutLimits.mailsPerDay;
  const since = new Date(created_at.getTime() - optOutLimits.mailsPerDayMs);
  const expiresAt = new Date(created_at.getTime() + optOutLimits.tokenMs);
  await takeTurn(db, `opt-out mails ${mailbox}`);
  const { numAffectedRows } = await sql`
    insert into opt_out_request (id, kind, target, key, way, created_at, expires_at, mailbox, mail_domain)
    select ${id}, ${kind}, ${target}, ${key}, 'mail', ${created_at}, ${expiresAt}, ${mailbox}, ${domain}
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
  expires_at: Date;
}

/**
 * Takes the next batch of mails to send. Untried ones come first, so that one that can't be delivered doesn't hold up others.
 * No process takes a mail again for `mailRetryMs`.
 */
export async function takeUnmailed(db: Db, at: Date): Promise<UnmailedOptOut[]> {
  const triedBefore = new Date(at.getTime() - optOutLimits.mailRetryMs);
  return rowsOf<UnmailedOptOut>(db)`
    update opt_out_request set mail_tried_at = ${at}
    where id in (
      select id from opt_out_request
      where status = 'open' and way = 'mail' and mailed_at is null and expires_at > ${at}
        and (mail_tried_at is null or mail_tried_at <= ${triedBefore})
      order by mail_tried_at nulls first, created_at
      limit ${optOutLimits.mailBatchMax}
      for update skip locked
    )
    returning id, target, expires_at`;
}

export const markMailed = (db: Db, id: string, at: Date): Promise<void> =>
  run(db)`update opt_out_request set mailed_at = ${at} where id = ${id}`;

/** Leaves requests whose mail was not accepted to the operator. A token that arrived anyway stays valid. */
const leaveToOperator = (db: Db, because: WaitingCause, where: RawBuilder<unknown>): Promise<void> =>
  run(db)`
    update opt_out_request set way = 'operator', waits_because = ${because}, expires_at = 'infinity'
    where status = 'open' and way = 'mail' and ${where}`;

export const assignToOperator = (db: Db, id: string, because: WaitingCause): Promise<void> =>
  leaveToOperator(db, because, sql`id = ${id}`);

/** The same for all requests made until `until` whose mail was never accepted. */
export const assignUnmailedToOperator = (db: Db, until: Date, because: WaitingCause): Promise<void> =>
  leaveToOperator(db, because, sql`mailed_at is null and created_at <= ${until}`);
