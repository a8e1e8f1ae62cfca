import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { WaitingCause } from '../rules.ts';

export type OptOutKind = 'email' | 'profile';
export type OptOutStatus = 'open' | 'confirmed' | 'declined' | 'expired';

export interface OptOut {
  id: string;
  kind: OptOutKind;
  /** The normalised address or canonical link. Null once the request has ended. */
  target: string | null;
  way: 'mail' | 'operator';
  waitsBecause: WaitingCause | null;
  status: OptOutStatus;
  createdAt: Date;
  /** When the proof expires. Null when the operator decides. */
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
  at: Date;
}

/** Stores a request for an operator to decide, unless one about the same target is already open. */
export async function openForOperator(
  db: Db,
  { id, kind, target, key, at }: NewOptOut,
  because: WaitingCause,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`opt-out ${key}`}, 0))`.execute(db);
  await sql`
    insert into opt_out_request (id, kind, target, key, way, waits_because, created_at, expires_at)
    select ${id}, ${kind}, ${target}, ${key}, 'operator', ${because}, ${at}, 'infinity'
    where not exists (
      select from opt_out_request waiting
      where waiting.key = ${key} and waiting.way = 'operator' and waiting.status = 'open'
    )`.execute(db);
}

/** An open request past its time counts as expired even before the job has closed it. */
const statusAt = (at: Date) =>
  sql<OptOutStatus>`case when status = 'open' and expires_at <= ${at} then 'expired' else status end`;

const selectOptOuts = async (db: Db, at: Date, rest: RawBuilder<unknown>): Promise<OptOut[]> =>
  (
    await sql<OptOut>`
      select id, kind, case when expires_at > ${at} then target end as target, way, waits_because as "waitsBecause",
        ${statusAt(at)} as status, created_at as "createdAt", nullif(expires_at, 'infinity') as "expiresAt",
        mailed_at as "mailedAt", decided_at as "decidedAt", decided_by as "decidedBy"
      from opt_out_request ${rest}`.execute(db)
  ).rows;

export const optOutById = async (db: Db, id: string, at: Date): Promise<OptOut | null> =>
  (await selectOptOuts(db, at, sql`where id = ${id}`))[0] ?? null;

export interface OptOutFilter {
  status: OptOutStatus | null;
  /** The last request of the previous page. */
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

export interface OptOutEnd {
  at: Date;
  /** `subject`, or the operator. */
  by: string;
}

/** Ends an open request and deletes its target. Returns false when it has already ended. */
export async function closeOptOut(
  db: Db,
  id: string,
  status: 'confirmed' | 'declined',
  { at, by }: OptOutEnd,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update opt_out_request set status = ${status}, target = null, decided_at = ${at}, decided_by = ${by}
    where id = ${id} and status = 'open' and expires_at > ${at}`.execute(db);
  return numAffectedRows === 1n;
}

/** Closes all open requests about a target that is now suppressed. */
export async function confirmOptOutsOf(db: Db, key: string, { at, by }: OptOutEnd): Promise<void> {
  await sql`
    update opt_out_request set status = 'confirmed', target = null, decided_at = ${at}, decided_by = ${by}
    where ctid = any (array(
      select ctid from opt_out_request where key = ${key} and status = 'open' and expires_at > ${at} order by id for update
    ))`.execute(db);
}
