import type { KeyCredential } from '#core/access.ts';
import { type Found, foundOf } from '../paying/pay.ts';
import type { FindAnswer } from '../shapes.ts';
import type { RefuseEndedKey } from './key-check.ts';
import type { PersonCheck } from './person-check.ts';

/** Returns an earlier answer, as far as this key may still see it. */
export type Replay = (key: KeyCredential, answer: FindAnswer) => Promise<Found>;

export const openReplay =
  (refuseEndedKey: RefuseEndedKey, persons: PersonCheck): Replay =>
  async (key, answer) => {
    await refuseEndedKey(key);
    return foundOf(await persons.disclosable(answer), true);
  };
