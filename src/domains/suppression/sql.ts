import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsOf, run } from '#core/database/statement.ts';
import type { SuppressionKind } from './keys.ts';
import type { Suppression, SuppressionEntry } from './shapes.ts';

/** An arbitrary number that no other advisory lock uses. */
const suppressionLock = 7_306_101;

/** The keys that are suppressed. */
export async function suppressedAmong(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select key from suppression where key = any (${`{${keys.join(',')}}`}::uuid[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/**
 * Keeps the suppression list unchanged until the transaction ends, so that what it writes about people is still right when it
 * commits. Holders don't block each other.
 */
export const shareSuppressionLock = (db: Db): Promise<void> =>
  run(db)`select pg_advisory_xact_lock_shared(${suppressionLock}::bigint)`;

/**
 * For transactions that change the list. Waits for holders of the shared lock, and blocks new ones. The commit waits for every cell, also
 * if nothing is left to change: an earlier change may still be on its way. See docs/decisions/cells.md.
 * @public
 */
export const takeSuppressionLock = (db: Db): Promise<void> =>
  run(db)`
    select pg_advisory_xact_lock(${suppressionLock}::bigint), pg_logical_emit_message(true, 'suppression', ''),
      case when current_setting('synchronous_commit') in ('off', 'local', 'remote_write')
        then set_config('synchronous_commit', 'on', true) end`;

export interface ProfileSuppression {
  profileKey: string;
  /** The suppressed value that was found with the profile. */
  becauseOf: string;
}

/**
 * Suppresses profiles that carry a suppressed value: it is the same person, whatever else is later learned about the profile.
 * Releasing the value releases them. Rows are written in key order, so that two callers don't deadlock.
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

export interface Why {
  reason: string;
  requestedBy: SuppressionEntry['requested_by'];
}

/**
 * Adds keys to the list and returns those that weren't on it in their own right. A profile that was hidden because of a value
 * now stays even when the value is released.
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

const selectSuppressions = (db: Db, rest: RawBuilder<unknown>): Promise<Suppression[]> =>
  rowsOf<Suppression>(db)`
      select key, kind, reason, requested_by, because_of, created_at, erased_at from suppression ${rest}`;

/** The entries of these keys, in no particular order. */
export const suppressionsOf = (db: Db, keys: readonly string[]): Promise<Suppression[]> =>
  selectSuppressions(db, sql`where key = any (${keys}::uuid[])`);

/** Newest first, starting after the entry `after`. */
export const latestSuppressions = (db: Db, after: string | null, limit: number): Promise<Suppression[]> =>
  selectSuppressions(
    db,
    sql`where ${after}::uuid is null
        or (created_at, key) < (select last.created_at, last.key from suppression last where last.key = ${after}::uuid)
      order by created_at desc, key desc limit ${limit}`,
  );

/** Removes keys from the list, and the profiles hidden because of them. Returns everything removed. */
export async function deleteSuppressions(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from suppression where key = any (array(
      select key from suppression where key = any (${keys}::uuid[]) or because_of = any (${keys}::uuid[])
      order by key for update
    ))
    returning key`.execute(db);
  return rows.map(({ key }) => key);
}

/** Keys whose people may still be in the directory. */
export async function keysToErase(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from suppression where erased_at is null order by key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

export const markErased = (db: Db, keys: readonly string[], at: Date): Promise<void> =>
  run(db)`
    update suppression set erased_at = ${at} where key = any (array(
      select key from suppression where key = any (${keys}::uuid[]) order by key for update
    ))`;

/** Number of entries of each kind. */
export async function countSuppressions(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; amount: number }>`
    select kind, count(*) as amount from suppression group by kind`.execute(db);
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}
