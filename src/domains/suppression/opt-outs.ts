import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { type OptOutWay, optOutLimits } from './rules.ts';

export type OptOutKind = 'email' | 'profile';
export type OptOutStatus = 'open' | 'confirmed' | 'declined' | 'expired';

export interface OptOut {
  id: string;
  kind: OptOutKind;
  /** The normalised address or canonical link; null once the request has ended. */
  target: string | null;
  way: OptOutWay;
  status: OptOutStatus;
  createdAt: Date;
  /** Of the proof; null where the operator decides. */
  expiresAt: Date | null;
  mailedAt: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
}

export interface NewOptOut {
  id: string;
  kind: OptOutKind;
  target: string;
  key: string;
  way: OptOutWay;
  at: Date;
}

export const expiryOf = (way: OptOutWay, at: Date): Date | null =>
  way === 'operator' ? null : new Date(at.getTime() + optOutLimits.proofMs);

/** Keeps a request; false when there were too many about the same target in a day, whoever made them. */
export async function openOptOut(db: Db, { id, kind, target, key, way, at }: NewOptOut): Promise<boolean> {
  const since = new Date(at.getTime() - optOutLimits.perDayMs);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`opt-out ${key}`}, 0))`.execute(db);
  const { numAffectedRows } = await sql`
    insert into opt_out_request (id, kind, target, key, way, created_at, expires_at)
    select ${id}, ${kind}, ${target}, ${key}, ${way}, ${at}, coalesce(${expiryOf(way, at)}::timestamptz, 'infinity')
    where (
      select count(*) from opt_out_request earlier
      where earlier.key = ${key} and earlier.way = ${way}
        and (earlier.created_at > ${since} or (earlier.way = 'operator' and earlier.status = 'open'))
    ) < ${optOutLimits.perDay[way]}`.execute(db);
  return numAffectedRows === 1n;
}

/** An open request whose time is over is told as expired, whether or not the job has come by. */
const statusAt = (at: Date) =>
  sql<OptOutStatus>`case when status = 'open' and expires_at <= ${at} then 'expired' else status end`;

const selectOptOuts = async (db: Db, at: Date, rest: RawBuilder<unknown>): Promise<OptOut[]> =>
  (
    await sql<OptOut>`
      select id, kind, case when expires_at > ${at} then target end as target, way, ${statusAt(at)} as status,
        created_at as "createdAt", nullif(expires_at, 'infinity') as "expiresAt", mailed_at as "mailedAt",
        decided_at as "decidedAt", decided_by as "decidedBy"
      from opt_out_request ${rest}`.execute(db)
  ).rows;

export const optOutById = async (db: Db, id: string, at: Date): Promise<OptOut | null> =>
  (await selectOptOuts(db, at, sql`where id = ${id}`))[0] ?? null;

export interface OptOutFilter {
  status: OptOutStatus | null;
  /** The request behind which the list goes on. */
  after: string | null;
  limit: number;
  at: Date;
}

/** Newest first. */
export const latestOptOuts = (db: Db, { status, after, limit, at }: OptOutFilter): Promise<OptOut[]> =>
  selectOptOuts(
    db,
    at,
    sql`where (${status}::text is null or ${statusAt(at)} = ${status})
        and (${after}::text is null
          or (created_at, id) < (select last.created_at, last.id from opt_out_request last where last.id = ${after}))
      order by created_at desc, id desc limit ${limit}`,
  );

/** Counts a try; false when the request is not open for proof, its time is over, or its tries are used up. */
export async function takeTry(db: Db, id: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update opt_out_request set tries = tries + 1
    where id = ${id} and status = 'open' and way <> 'operator' and expires_at > ${at}
      and tries < ${optOutLimits.triesMax}`.execute(db);
  return numAffectedRows === 1n;
}

/** A try that could not be made doesn't count. */
export async function giveTryBack(db: Db, id: string): Promise<void> {
  await sql`update opt_out_request set tries = tries - 1 where id = ${id} and tries > 0`.execute(db);
}

export interface OptOutEnd {
  status: 'confirmed' | 'declined';
  at: Date;
  by: string;
}

/** Ends an open request and forgets its target; false when it has ended already. */
export async function closeOptOut(db: Db, id: string, { status, at, by }: OptOutEnd): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update opt_out_request set status = ${status}, target = null, decided_at = ${at}, decided_by = ${by}
    where id = ${id} and status = 'open' and expires_at > ${at}`.execute(db);
  return numAffectedRows === 1n;
}

export async function noteMailed(db: Db, id: string, at: Date): Promise<void> {
  await sql`update opt_out_request set mailed_at = ${at} where id = ${id}`.execute(db);
}

/** An open request that can't be proven as it was meant to be is the operator's to decide. */
export async function leaveToOperator(db: Db, id: string): Promise<void> {
  await sql`
    update opt_out_request set way = 'operator', expires_at = 'infinity'
    where id = ${id} and status = 'open'`.execute(db);
}

/** Mails that were never accepted, of requests made before `before`. */
export async function leaveUnmailedToOperator(db: Db, before: Date): Promise<void> {
  await sql`
    update opt_out_request set way = 'operator', expires_at = 'infinity'
    where status = 'open' and way = 'mail' and mailed_at is null and created_at <= ${before}`.execute(db);
}

/** Ends requests whose time is over, and drops those that ended before `before`. */
export async function forgetOptOuts(db: Db, at: Date, before: Date): Promise<void> {
  await sql`
    update opt_out_request set status = 'expired', target = null, decided_at = ${at}
    where status = 'open' and expires_at <= ${at}`.execute(db);
  await sql`delete from opt_out_request where decided_at <= ${before}`.execute(db);
}
