import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { SuppressionKind } from './keys.ts';

/** Any number that no other part uses for an advisory lock. */
const suppressionLock = 7_306_101;

/** Those of the keys that are suppressed. */
export async function suppressedAmong(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select key from suppression where key = any (${keys}::uuid[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/**
 * Until the transaction ends nobody is suppressed or released, so that what it writes about people is right when it
 * commits. Holders don't wait for each other.
 */
export async function shareSuppressionLock(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${suppressionLock}::bigint)`.execute(db);
}

/**
 * Taken by a transaction that changes the list: it waits for holders to end, and new ones wait for it.
 * @public
 */
export async function takeSuppressionLock(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${suppressionLock}::bigint)`.execute(db);
}

export interface ProfileSuppression {
  profileKey: string;
  /** The suppressed value that was seen with the profile. */
  becauseOf: string;
}

/**
 * Suppresses profiles that were seen with a suppressed value: it is the same person, whatever else is known of the
 * profile later. Each ends when the value is released. In order of the keys, so that two callers don't deadlock.
 */
export async function suppressProfilesByValue(
  db: Db,
  withheld: readonly ProfileSuppression[],
): Promise<void> {
  if (withheld.length === 0) return;
  const ordered = [...withheld].sort((one, other) => (one.profileKey < other.profileKey ? -1 : 1));
  await sql`
    insert into suppression (key, kind, reason, requested_by, because_of)
    select seen.profile_key, 'profile', 'seen with a suppressed value', origin.requested_by, origin.key
    from unnest(${ordered.map(({ profileKey }) => profileKey)}::uuid[],
      ${ordered.map(({ becauseOf }) => becauseOf)}::uuid[]) with ordinality as seen (profile_key, because_of, place)
    join suppression origin on origin.key = seen.because_of
    order by seen.place
    on conflict (key) do nothing`.execute(db);
}

export type RequestedBy = 'subject' | 'operator' | 'source';

export interface Why {
  reason: string;
  requestedBy: RequestedBy;
}

/**
 * Puts keys on the list; returns those that weren't on it by themselves. A profile that was there because of a value
 * stays from now on whatever becomes of the value.
 */
export async function insertSuppressions(
  db: Db,
  entries: readonly { key: string; kind: SuppressionKind }[],
  { reason, requestedBy }: Why,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    insert into suppression as known (key, kind, reason, requested_by)
    select distinct given.key, given.kind, ${reason}, ${requestedBy}
    from unnest(${entries.map(({ key }) => key)}::uuid[], ${entries.map(({ kind }) => kind)}::text[]) as given (key, kind)
    order by given.key
    on conflict (key) do update
    set because_of = null, reason = excluded.reason, requested_by = excluded.requested_by
    where known.because_of is not null
    returning key`.execute(db);
  return rows.map(({ key }) => key);
}

export interface Suppression {
  key: string;
  kind: SuppressionKind;
  reason: string;
  requestedBy: RequestedBy;
  /** Of a profile that was seen with a suppressed value: that value's key. */
  becauseOf: string | null;
  createdAt: Date;
  erasedAt: Date | null;
}

const selectSuppressions = async (db: Db, rest: RawBuilder<unknown>): Promise<Suppression[]> =>
  (
    await sql<Suppression>`
      select key, kind, reason, requested_by as "requestedBy", because_of as "becauseOf", created_at as "createdAt",
        erased_at as "erasedAt"
      from suppression ${rest}`.execute(db)
  ).rows;

/** Entries of these keys, in no order. */
export const suppressionsOf = (db: Db, keys: readonly string[]): Promise<Suppression[]> =>
  selectSuppressions(db, sql`where key = any (${keys}::uuid[])`);

/** Newest first, behind the entry `after`. */
export const latestSuppressions = (db: Db, after: string | null, limit: number): Promise<Suppression[]> =>
  selectSuppressions(
    db,
    sql`where ${after}::uuid is null
        or (created_at, key) < (select last.created_at, last.key from suppression last where last.key = ${after}::uuid)
      order by created_at desc, key desc limit ${limit}`,
  );

/** Takes keys off the list, and the profiles that were on it because of them; returns all that went. */
export async function deleteSuppressions(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from suppression where key = any (array(
      select key from suppression where key = any (${keys}::uuid[]) or because_of = any (${keys}::uuid[])
      order by key for update
    ))
    returning key`.execute(db);
  return rows.map(({ key }) => key);
}

/** Keys whose people may still stand in the directory. */
export async function keysToErase(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from suppression where erased_at is null order by key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

export async function markErased(db: Db, keys: readonly string[], at: Date): Promise<void> {
  await sql`
    update suppression set erased_at = ${at} where key = any (array(
      select key from suppression where key = any (${keys}::uuid[]) order by key for update
    ))`.execute(db);
}

/** How many of each kind stand in the list. */
export async function countSuppressions(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; amount: number }>`
    select kind, count(*) as amount from suppression group by kind`.execute(db);
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}
