import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { queueEvent } from '#domains/webhooks/index.ts';
import type { Key } from '../rules.ts';
import { keyInEvent } from '../shapes.ts';

export interface Violation {
  keyId: string;
  /** When the window with the refusal began. */
  windowStartedAt: Date;
  /** This many windows with a refusal, including this one… */
  banAfter: number;
  /** …within this time ban the key. */
  banWindowMinutes: number;
}

interface Violator {
  hash: string;
  counted_as: string;
  account: number;
  account_id: string;
  prefix: string;
  name: string;
}

/**
 * Records a window in which a key was refused, once however many processes report it, and bans the key if it has too many. Returns
 * the hash of a key that is banned by it. Banned keys aren't counted.
 */
export function recordViolation(
  pool: Db,
  { keyId, windowStartedAt, banAfter, banWindowMinutes }: Violation,
): Promise<string | null> {
  const started = sql`${windowStartedAt}::timestamptz`;
  return pool.transaction().execute(async (db) => {
    const found = await sql<Violator>`
      select encode(hash, 'hex') as hash, coalesce(continues, id) as counted_as, account, prefix, name,
        (select account_id from account where account.id = api_key.account) as account_id
      from api_key
      where id = ${keyId} and banned_at is null
      for no key update`.execute(db);
    const [key] = found.rows;
    if (!key) return null;
    // Keys that share a window wait for each other, so that it counts once.
    await sql`select from api_key where id = ${key.counted_as} for no key update`.execute(db);
    // A key's windows start at least a minute apart, but processes that share a window report its start by their own clocks. Less
    // than half a minute apart is therefore the same window.
    await sql`
      insert into key_violation (key_id, window_started_at)
      select ${key.counted_as}, ${started}
      where not exists (
        select from key_violation
        where key_id = ${key.counted_as}
          and window_started_at > ${started} - interval '30 seconds'
          and window_started_at < ${started} + interval '30 seconds')
      on conflict do nothing`.execute(db);
    // Older ones no longer matter.
    await sql`
      delete from key_violation
      where key_id = ${key.counted_as}
        and window_started_at <= ${started} - make_interval(mins => ${banWindowMinutes})`.execute(db);
    const { rows } = await sql<{ windows: number }>`
      select count(*)::int as windows from key_violation where key_id = ${key.counted_as}`.execute(db);
    if (rows[0]!.windows < banAfter) return null;
    await sql`
      update api_key set banned_at = clock_timestamp(), ban_reason = 'rate_limit' where id = ${keyId}`.execute(
      db,
    );
    const { account, account_id } = key;
    const data = { key: keyInEvent({ ...key, id: keyId }), reason: 'rate_limit' };
    await queueEvent({ db }, { account, type: 'key.banned', subject: keyId, data });
    const details = { account_id, reason: 'rate_limit', windows: banAfter, within_minutes: banWindowMinutes };
    await raiseAlert(db, { kind: 'key_banned', subject: keyId, details });
    return key.hash;
  });
}

/** Moves the alert to the newer key, whose ban an operator can lift. */
export async function moveBanAlert(db: Db, from: string, to: Key): Promise<void> {
  await resolveAlert(db, { kind: 'key_banned', subject: from });
  const details = { reason: to.ban_reason, banned_at: to.banned_at, went_over_from: from };
  await raiseAlert(db, { kind: 'key_banned', subject: to.id, details });
}

/** Clears what led to a ban that was lifted, so that the next refusal doesn't ban the key again. */
export async function forgetViolations(db: Db, { id, counted_as }: Key): Promise<void> {
  await sql`delete from key_violation where key_id = ${counted_as}`.execute(db);
  await resolveAlert(db, { kind: 'key_banned', subject: id });
}
