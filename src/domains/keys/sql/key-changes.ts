import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { ChangedHash } from './violations.ts';

/** Members that are absent keep their value. */
export interface KeyChanges {
  allowed_ips?: string[] | undefined;
  /** Null leaves it to the account and the plan. */
  rate_limit_per_min?: number | null | undefined;
  note?: string | undefined;
  /** Null for a key that never expires. */
  expires_at?: Date | null | undefined;
}

export async function updateKey(
  db: Db,
  id: string,
  { allowed_ips, expires_at, ...changes }: KeyChanges,
): Promise<ChangedHash> {
  const { hash } = await db
    .updateTable('api_key')
    .set({
      id,
      ...changes,
      allowed_ips: allowed_ips && sql`${allowed_ips}::cidr[]`,
      expires_at: expires_at === null ? 'infinity' : expires_at,
    })
    .where('id', '=', id)
    .returning(sql<string>`encode(hash, 'hex')`.as('hash'))
    .executeTakeFirstOrThrow();
  return hash;
}

/** Revokes a key permanently. One that is already revoked keeps its time. */
export async function revokeKey(db: Db, id: string): Promise<ChangedHash> {
  const { rows } = await sql<{ hash: string }>`
    update api_key set revoked_at = coalesce(revoked_at, clock_timestamp())
    where id = ${id}
    returning encode(hash, 'hex') as hash`.execute(db);
  return rows[0]!.hash;
}

/** Whether the account has ever had a live key. */
export async function hasLiveKey(db: Db, account: number): Promise<boolean> {
  const { rows } = await sql`
    select from api_key where account = ${account} and mode = 'live' limit 1`.execute(db);
  return rows.length > 0;
}
