import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { Key } from '../rules.ts';

export interface Violation {
  keyId: string;
  /** When the window with the refusal began. */
  windowStartedAt: Date;
  /** This many windows with a refusal, including this one… */
  banAfter: number;
  /** …within this time ban the key. */
  banWindowMinutes: number;
}

/** Hash of a changed key, in hexadecimal. */
export type ChangedHash = string;

/**
 * Records a window in which a key was refused, once however many processes report it, and bans the key if it has too many.
 * Banned keys aren't counted.
 */
export function recordViolation(db: Db, violation: Violation): Promise<ChangedHash | null> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ hash: ChangedHash; counted_as: string }>`
      select encode(hash, 'hex') as hash, coalesce(continues, id) as counted_as from api_key
      where id = ${violation.keyId} and banned_at is null
      for no key update`.execute(transaction);
    const [key] = rows;
    if (!key) return null;
    await insertViolation(transaction, key.counted_as, violation);
    if ((await countViolations(transaction, key.counted_as, violation)) < violation.banAfter) return null;
    await banForViolations(transaction, violation);
    return key.hash;
  });
}

/**
 * A key's windows start at least a minute apart, but processes that share a window report its start by their own clocks. Less
 * than half a minute apart is therefore the same window.
 */
async function insertViolation(db: Db, countedAs: string, { windowStartedAt }: Violation): Promise<void> {
  await sql`
    insert into key_violation (key_id, window_started_at)
    select ${countedAs}, ${windowStartedAt}
    where not exists (
      select from key_violation
      where key_id = ${countedAs}
        and window_started_at > ${windowStartedAt}::timestamptz - interval '30 seconds'
        and window_started_at < ${windowStartedAt}::timestamptz + interval '30 seconds')
    on conflict do nothing`.execute(db);
}

/** Counts this window and the recent ones before it. Deletes older ones, which no longer matter. */
async function countViolations(
  db: Db,
  countedAs: string,
  { windowStartedAt, banWindowMinutes }: Violation,
): Promise<number> {
  const since = sql`${windowStartedAt}::timestamptz - make_interval(mins => ${banWindowMinutes})`;
  await sql`delete from key_violation where key_id = ${countedAs} and window_started_at <= ${since}`.execute(
    db,
  );
  const { rows } = await sql<{ windows: number }>`
    select count(*)::int as windows from key_violation where key_id = ${countedAs}`.execute(db);
  return rows[0]!.windows;
}

async function banForViolations(db: Db, { keyId, banAfter, banWindowMinutes }: Violation): Promise<void> {
  await sql`
    update api_key
    set banned_at = clock_timestamp(), ban_reason = 'rate_limit'
    where id = ${keyId}`.execute(db);
  const details = { reason: 'rate_limit', windows: banAfter, within_minutes: banWindowMinutes };
  await raiseAlert(db, { kind: 'key_banned', subject: keyId, details });
}

/** Moves the alert to the newer key, whose ban an operator can lift. */
export async function moveBanAlert(db: Db, from: string, to: Key): Promise<void> {
  await resolveAlert(db, { kind: 'key_banned', subject: from });
  const details = { reason: to.ban_reason, banned_at: to.banned_at, went_over_from: from };
  await raiseAlert(db, { kind: 'key_banned', subject: to.id, details });
}

/** Lifts a ban and clears its violations, so that the next refusal doesn't ban the key again. */
export async function liftBan(db: Db, keyId: string): Promise<ChangedHash> {
  const { rows } = await sql<{ hash: ChangedHash; counted_as: string }>`
    update api_key set banned_at = null, ban_reason = null
    where id = ${keyId}
    returning encode(hash, 'hex') as hash, coalesce(continues, id) as counted_as`.execute(db);
  const { hash, counted_as } = rows[0]!;
  await sql`delete from key_violation where key_id = ${counted_as}`.execute(db);
  await resolveAlert(db, { kind: 'key_banned', subject: keyId });
  return hash;
}
