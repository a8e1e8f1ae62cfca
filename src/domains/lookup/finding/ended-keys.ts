import type { KeyCredential } from '#core/access.ts';
import { batch } from '#core/concurrency/batch.ts';
import type { HotPool } from '#core/database/parameters.ts';
import type { KeyRefusal } from '../paying/complete-batch.ts';
import { failFind } from '../paying/pay.ts';

/**
 * A ban applies on every process at once. Completing a lookup checks the key in the database; replays, joined lookups and
 * lookups that ask sources are checked here.
 */
export type RefuseEndedKey = (key: Pick<KeyCredential, 'keyId' | 'hasPriority'>) => Promise<void>;

export function openKeyCheck(pool: HotPool): RefuseEndedKey {
  const refusalOf = batch<Parameters<RefuseEndedKey>[0], KeyRefusal | null>({
    run: (keys) =>
      keyRefusals(
        pool,
        keys.map(({ keyId }) => keyId),
      ),
    hasPriority: (key) => key.hasPriority,
  });
  return async (key) => {
    const refusal = await refusalOf(key);
    if (refusal) failFind(refusal);
  };
}

/** Why each of these keys may no longer be used, according to the database. Null for a key that may. */
async function keyRefusals(pool: HotPool, keyIds: readonly string[]): Promise<(KeyRefusal | null)[]> {
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
