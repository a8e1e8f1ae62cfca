import type { KeyCredential } from '#core/access.ts';
import type { Found } from '../paying/pay.ts';
import type { FindAnswer } from '../shapes.ts';
import type { RefuseEndedKey } from './key-check.ts';
import type { PersonCheck } from './person-check.ts';

/** An answer that was given before, as it may be told to this key now. */
export type Replay = (key: KeyCredential, answer: FindAnswer) => Promise<Found>;

export const openReplay =
  (refuseEndedKey: RefuseEndedKey, persons: PersonCheck): Replay =>
  async (key, answer) => {
    await refuseEndedKey(key);
    return { answer: await persons.disclosable(answer), replayed: true };
  };
