import type { KeyCredential } from '#core/access.ts';
import { batch } from '#core/batch.ts';
import { failFind } from '../paying/pay.ts';
import type { HotPool } from '../sql/hot-pool.ts';
import { type KeyRefusal, keyRefusals } from '../sql/key-refusals.ts';

/**
 * A ban applies on every process at once. Completing a lookup checks the key in the database; replays, joined lookups and
 * lookups that ask sources are checked here.
 */
export type RefuseEndedKey = (key: Pick<KeyCredential, 'keyId'>) => Promise<void>;

export function openKeyCheck(pool: HotPool): RefuseEndedKey {
  const refusalOf = batch<string, KeyRefusal | null>({ run: (keyIds) => keyRefusals(pool, keyIds) });
  return async ({ keyId }) => {
    const refusal = await refusalOf(keyId);
    if (refusal) failFind(refusal);
  };
}
