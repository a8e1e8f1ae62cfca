import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';

/**
 * A query of all accounts that a lock stops at `now`: by account_id, email, its domain or a handle. Locks on addresses stop
 * callers, not accounts.
 */
export const lockedAccounts = (now: Date): RawBuilder<{ account: number }> => sql`
  with held as (
    select subject_type as kind, subject from identity_lock where lifted_at is null and expires_at > ${now}
  )
  select account.id as account from held join account on account.account_id = held.subject where held.kind = 'account'
  union all
  select account.id from held join account on account.email = held.subject where held.kind = 'email'
  union all
  select account.id from held
  join account on lower(split_part(account.email, '@', -1)) = held.subject and account.email is not null
  where held.kind = 'email_domain'
  union all
  select handle.account from held join identity_handle as handle on handle.kind = held.kind and handle.handle = held.subject`;

/** A query of the kinds and subjects by which an account can be locked. The condition names the account. */
export const subjectsOf = (isNamed: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with named as (select id, account_id, email from account where ${isNamed})
  select 'account', account_id from named
  union
  select 'email', email from named
  union
  select 'email_domain', split_part(email, '@', -1) from named
  union
  select handle.kind, handle.handle from named join identity_handle as handle on handle.account = named.id`;

export interface LockOnAccount {
  subject_type: string;
  reason: string;
  expires_at: Date | null;
}

/** The locks that stop an account at `now`, oldest first. */
export const locksOfAccount = (db: Db, account: number, now: Date): Promise<LockOnAccount[]> =>
  rowsOf<LockOnAccount>(db)`
    with subject (kind, subject) as (${subjectsOf(sql`id = ${account}`)})
    select lock.subject_type, lock.reason, nullif(lock.expires_at, 'infinity') as expires_at
    from subject join identity_lock as lock on lock.subject_type = subject.kind and lock.subject = subject.subject
    where lock.lifted_at is null and lock.expires_at > ${now}
    order by lock.created_at`;

/** Which of the accounts are locked. */
export async function lockedAmong(
  db: Db,
  accounts: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const rows = await rowsOf<{ account: number }>(db)`
    select account from (${lockedAccounts(now)}) as locked where account = any(${accounts}::bigint[])`;
  return new Set(rows.map(({ account }) => account));
}
