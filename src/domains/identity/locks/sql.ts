import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { IdentityLockTable } from '#platform/database/rows.generated.ts';
import type { Lock } from './lock-table.ts';
import { subjectsOf } from './locked-accounts.ts';
import type { SubjectType } from './subjects.ts';

/** A lock from the database, in force or not. */
export interface StoredLock extends Lock {
  id: number;
  reason: string;
  createdBy: string;
  createdAt: Date;
  liftedAt: Date | null;
  liftedBy: string | null;
}

const lockOf = (row: Selectable<IdentityLockTable>): StoredLock => ({
  id: row.id,
  type: row.subject_type as SubjectType,
  subject: row.subject,
  reason: row.reason,
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  liftedAt: row.lifted_at,
  liftedBy: row.lifted_by,
});

/** Locks that haven't ended by then, a lifted one with the time it was lifted as its end. Lifted locks on addresses are left out. */
export async function locksUntil(db: Db, then: Date): Promise<Lock[]> {
  const { rows } = await sql<{ type: SubjectType; subject: string; end_at: Date }>`
    select subject_type as type, subject, expires_at as end_at from identity_lock
    where lifted_at is null and expires_at > ${then}
    union all
    select subject_type, subject, lifted_at from identity_lock
    where lifted_at > ${then} and subject_type <> 'ip'`.execute(db);
  return rows.map(({ type, subject, end_at }) => ({ type, subject, expiresAt: end_at }));
}

export type Subject = Pick<Lock, 'type' | 'subject'>;

/** Serialises transactions that change locks on this subject. */
export async function takeSubjectLock(db: Db, { type, subject }: Subject): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lock ${type} ${subject}`}, 0))`.execute(db);
}

/** The subject's unlifted lock, which may have expired. */
export async function unliftedLock(db: Db, { type, subject }: Subject): Promise<StoredLock | null> {
  const row = await db
    .selectFrom('identity_lock')
    .selectAll()
    .where('subject_type', '=', type)
    .where('subject', '=', subject)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return row ? lockOf(row) : null;
}

export interface WantedLock extends Subject {
  reason: string;
  createdBy: string;
  /** Null for a lock that never expires. */
  expiresAt: Date | null;
}

/** Locks a subject, or updates its unlifted lock. */
export async function upsertLock(db: Db, { type, subject, reason, createdBy, expiresAt }: WantedLock) {
  const lock = { reason, created_by: createdBy, expires_at: expiresAt ?? 'infinity' };
  const row = await db
    .insertInto('identity_lock')
    .values({ subject_type: type, subject, ...lock })
    .onConflict((conflict) =>
      conflict
        .columns(['subject_type', 'subject'])
        .where('lifted_at', 'is', null)
        .doUpdateSet({ ...lock, created_at: sql`clock_timestamp()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return lockOf(row);
}

/** `at` is by the clock that sessions are opened by, so that the two compare. */
export async function markLifted(
  db: Db,
  { type, subject }: Subject,
  { by, at }: { by: string; at: Date },
): Promise<StoredLock> {
  const row = await db
    .updateTable('identity_lock')
    .set({ lifted_at: at, lifted_by: by })
    .where('subject_type', '=', type)
    .where('subject', '=', subject)
    .where('lifted_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow();
  return lockOf(row);
}

export interface LockFilter {
  type?: SubjectType | undefined;
  /** Normalised. */
  subject?: string | undefined;
  /** The account_id of an account that they stop. Empty for any. */
  stops: string;
  limit: number;
  /** Includes expired and lifted locks. */
  includeExpired: boolean;
  /** The last lock of the page before. */
  before: number | undefined;
  now: Date;
}

/** Newest first. */
export async function locksWhere(
  db: Db,
  { type, subject, stops, limit, includeExpired, before, now }: LockFilter,
): Promise<StoredLock[]> {
  let query = db.selectFrom('identity_lock').selectAll();
  if (type !== undefined) query = query.where('subject_type', '=', type);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (stops)
    query = query.where(sql<boolean>`(subject_type, subject) in (${subjectsOf(sql`account_id = ${stops}`)})`);
  if (!includeExpired) query = query.where('lifted_at', 'is', null).where('expires_at', '>', now);
  if (before !== undefined)
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from identity_lock where id = ${before})`,
    );
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(lockOf);
}
