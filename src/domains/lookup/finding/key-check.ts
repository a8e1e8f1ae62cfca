import type { KeyCredential } from '#core/access.ts';
import { batch } from '#core/concurrency/batch.ts';
import { failFind } from '../paying/pay.ts';
import type { HotPool } from '../sql/hot-pool.ts';
import { type KeyRefusal, keyRefusals } from '../sql/key-refusals.ts';

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
