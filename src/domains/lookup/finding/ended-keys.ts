import type { HotPool } from '../fast-path/batch-call.ts';

/** The key was banned or revoked meanwhile. Nothing was spent or stored. */
export type KeyRefusal = 'key_banned' | 'invalid_key';

/** Why each of these keys may no longer be used, according to the database. Null for a key that may. */
export async function keyRefusals(pool: HotPool, keyIds: readonly string[]): Promise<(KeyRefusal | null)[]> {
  const { rows } = await pool.query<{ id: string; is_revoked: boolean }>({
    name: 'lookup_key_refusals',
    text: `select id, revoked_at is not null as is_revoked from api_key
      where id = any ($1) and (banned_at is not null or revoked_at is not null)`,
    values: [keyIds],
  });
  const refused = new Map(
    rows.map(({ id, is_revoked }) => [id, is_revoked ? 'invalid_key' : 'key_banned'] as const),
  );
  return keyIds.map((id) => refused.get(id) ?? null);
}
