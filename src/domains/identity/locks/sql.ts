import { type SqlBool, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsOf, takeTurn } from '#core/database/statement.ts';
import type { LockUntil } from './lock-table.ts';
import { subjectsOf } from './locked-accounts.ts';
import { lockColumns, type StoredLock, type Subject } from './shapes.ts';
import type { SubjectType } from './subjects.ts';

/** Locks that haven't ended by then, a lifted one with the time it was lifted as its end. Lifted locks on addresses are left out. */
export const locksUntil = (db: Db, then: Date): Promise<LockUntil[]> =>
  rowsOf<LockUntil>(db)`
    select subject_type, subject, expires_at from identity_lock
    where lifted_at is null and expires_at > ${then}
    union all
    select subject_type, subject, lifted_at from identity_lock
    where lifted_at > ${then} and subject_type <> 'ip'`;

/** Serialises transactions that change locks on this subject. */
export const takeSubjectLock = (db: Db, { subject_type, subject }: Subject): Promise<void> =>
  takeTurn(db, `lock ${subject_type} ${subject}`);

/** The subject's unlifted lock, which may have expired. */
export const unliftedLock = async (db: Db, { subject_type, subject }: Subject): Promise<StoredLock | null> =>
  (await db
    .selectFrom('identity_lock')
    .select(lockColumns)
    .where((where) => where.and({ subject_type, subject }))
    .where('lifted_at', 'is', null)
    .$castTo<StoredLock>()
    .executeTakeFirst()) ?? null;

/** Locks a subject, or updates its unlifted lock. */
export function upsertLock(
  db: Db,
  { subject_type, subject }: Subject,
  /** `expires_at`: null for never. */
  wanted: { reason: string; created_by: string; expires_at: Date | null },
): Promise<StoredLock> {
  const lock = { ...wanted, expires_at: wanted.expires_at ?? 'infinity' };
  return db
    .insertInto('identity_lock')
    .values({ subject_type, subject, ...lock })
    .onConflict((conflict) =>
      conflict
        .columns(['subject_type', 'subject'])
        .where('lifted_at', 'is', null)
        .doUpdateSet({ ...lock, created_at: sql`clock_timestamp()` }),
    )
    .returning(lockColumns)
    .$castTo<StoredLock>()
    .executeTakeFirstOrThrow();
}

/** `lifted_at` is by the clock that sessions are opened by, so that the two compare. */
export const markLifted = (
  db: Db,
  { subject_type, subject }: Subject,
  lifted: { lifted_by: string; lifted_at: Date },
): Promise<StoredLock> =>
  db
    .updateTable('identity_lock')
    .set(lifted)
    .where((where) => where.and({ subject_type, subject }))
    .where('lifted_at', 'is', null)
    .returning(lockColumns)
    .$castTo<StoredLock>()
    .executeTakeFirstOrThrow();

export interface LockFilter {
  subject_type: SubjectType | undefined;
  /** Normalised. */
  subject: string | undefined;
  /** An account that they stop. Empty for any. */
  account_id: string;
  include_expired: boolean;
  /** The last lock of the page before. */
  before: number | undefined;
  now: Date;
  limit: number;
}

/** Newest first. */
export function locksWhere(db: Db, { subject_type, subject, ...wanted }: LockFilter): Promise<StoredLock[]> {
  const { account_id, include_expired, before, now, limit } = wanted;
  let query = db.selectFrom('identity_lock').select(lockColumns);
  if (subject_type !== undefined) query = query.where('subject_type', '=', subject_type);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (account_id)
    query = query.where(
      sql<SqlBool>`(subject_type, subject) in (${subjectsOf(sql`account_id = ${account_id}`)})`,
    );
  if (!include_expired) query = query.where('lifted_at', 'is', null).where('expires_at', '>', now);
  if (before !== undefined)
    query = query.where(
      sql<SqlBool>`(created_at, id) < (select created_at, id from identity_lock where id = ${before})`,
    );
  const newest = query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  return newest.$castTo<StoredLock>().execute();
}
