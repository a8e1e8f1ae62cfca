import type { KeyCredential } from '#core/access.ts';
import { batch } from '#core/batch.ts';
import { failFind } from '../paying/pay.ts';
import { type HotPool, type KeyRefusal, keyRefusals } from '../sql.ts';

/**
 * A ban holds from the moment it is made, on every process. Who completes a lookup is told then; who replays or joins
 * one, or asks sources first, is told here.
 */
export type RefuseEndedKey = (key: Pick<KeyCredential, 'keyId'>) => Promise<void>;

export function openKeyCheck(pool: HotPool): RefuseEndedKey {
  const refusalOf = batch<string, KeyRefusal | null>({ run: (keyIds) => keyRefusals(pool, keyIds) });
  return async ({ keyId }) => {
    const refusal = await refusalOf(keyId);
    if (refusal) failFind(refusal);
  };
}
