import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { ChangedHash } from './violations.ts';

/** Undefined members keep their value. */
export interface KeyChanges {
  allowedCidrs: readonly string[] | undefined;
  /** Null leaves it to the account and the plan. */
  ownRate: number | null | undefined;
  note: string | undefined;
  /** Null for a key that never expires. */
  expiresAt: Date | null | undefined;
}

export async function updateKey(db: Db, id: string, changes: KeyChanges): Promise<ChangedHash> {
  const { allowedCidrs, ownRate, note, expiresAt } = changes;
  const { hash } = await db
    .updateTable('api_key')
    .set({
      id,
      ...(allowedCidrs === undefined ? {} : { allowed_ips: sql`${[...allowedCidrs]}::cidr[]` }),
      ...(ownRate === undefined ? {} : { rate_limit_per_min: ownRate }),
      ...(note === undefined ? {} : { note }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt ?? 'infinity' }),
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
