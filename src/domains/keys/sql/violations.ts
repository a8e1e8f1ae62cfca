import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';

export interface Violation {
  keyId: string;
  /** When the window began in which the key was refused. */
  windowStartedAt: Date;
  /** This many such windows, among them this one… */
  banAfter: number;
  /** …that began within this time ban the key. */
  banWindowMinutes: number;
}

/** Hash of a key that was changed, in hexadecimal. */
export type ChangedHash = string;

/**
 * Counts a window in which a key was refused, once however many processes tell of it, and bans the key when it was one
 * too many. A key that is banned already counts no further.
 */
export function recordViolation(db: Db, violation: Violation): Promise<ChangedHash | null> {
  return db.transaction().execute(async (transaction) => {
    const hash = await lockUnbannedKey(transaction, violation.keyId);
    if (hash === null) return null;
    await insertViolation(transaction, violation);
    if ((await countViolations(transaction, violation)) < violation.banAfter) return null;
    await banForViolations(transaction, violation);
    return hash;
  });
}

async function lockUnbannedKey(db: Db, keyId: string): Promise<ChangedHash | null> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from api_key
    where id = ${keyId} and banned_at is null
    for no key update`.execute(db);
  return rows[0]?.hash ?? null;
}

/**
 * Windows of one key begin a minute apart at least, but processes that share a window tell its beginning by their own
 * clocks: less than half a minute apart is the same window.
 */
async function insertViolation(db: Db, { keyId, windowStartedAt }: Violation): Promise<void> {
  await sql`
    insert into key_violation (key_id, window_started_at)
    select ${keyId}, ${windowStartedAt}
    where not exists (
      select from key_violation
      where key_id = ${keyId}
        and window_started_at > ${windowStartedAt}::timestamptz - interval '30 seconds'
        and window_started_at < ${windowStartedAt}::timestamptz + interval '30 seconds')
    on conflict do nothing`.execute(db);
}

/** Of this window and those before it that are recent enough; what is older has no use and goes. */
async function countViolations(db: Db, violation: Violation): Promise<number> {
  const { keyId, windowStartedAt, banWindowMinutes } = violation;
  const since = sql`${windowStartedAt}::timestamptz - make_interval(mins => ${banWindowMinutes})`;
  await sql`delete from key_violation where key_id = ${keyId} and window_started_at <= ${since}`.execute(db);
  const { rows } = await sql<{ windows: number }>`
    select count(*)::int as windows from key_violation where key_id = ${keyId}`.execute(db);
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

/** Lifts a ban and forgets the windows that led to it, so that the next refusal doesn't ban the key again. */
export async function liftBan(db: Db, keyId: string): Promise<ChangedHash> {
  const { rows } = await sql<{ hash: string }>`
    update api_key set banned_at = null, ban_reason = null
    where id = ${keyId}
    returning encode(hash, 'hex') as hash`.execute(db);
  await sql`delete from key_violation where key_id = ${keyId}`.execute(db);
  await resolveAlert(db, { kind: 'key_banned', subject: keyId });
  return rows[0]!.hash;
}
