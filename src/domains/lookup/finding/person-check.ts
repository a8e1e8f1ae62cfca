import type { KeyCredential } from '#core/access.ts';
import type { Db } from '#core/context.ts';
import { suppressedAmong, suppressionKeysOf } from '#domains/suppression/index.ts';
import { type ContactSet, noContacts } from '#values/contacts/index.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import { asNotFound } from '../paying/answers.ts';
import { type Found, foundOf } from '../paying/pay.ts';
import type { FindAnswer } from '../shapes.ts';
import type { RefuseEndedKey } from './ended-keys.ts';

/** Checks the suppression list: before any source is asked, and again after their answers are merged. */
export interface PersonCheck {
  isSuppressed(
    profile: Pick<ProfileLink, 'url'>,
    contacts: Pick<ContactSet, 'emails' | 'phones'> | null,
  ): Promise<boolean>;
  /** A stored answer with anything since suppressed removed: it then looks as if the person was never known. */
  disclosable(answer: FindAnswer): Promise<FindAnswer>;
}

export function openPersonCheck(db: Db, pepper: string): PersonCheck {
  const isSuppressed: PersonCheck['isSuppressed'] = async (profile, contacts) => {
    const keys = suppressionKeysOf(pepper, profile.url, contacts ?? noContacts);
    return (await suppressedAmong(db, keys)).size > 0;
  };
  return {
    isSuppressed,
    async disclosable(answer) {
      const isHidden = await isSuppressed(answer.profile, answer);
      return isHidden && answer.status === 'completed' ? asNotFound(answer) : answer;
    },
  };
}

/** Returns an earlier answer, as far as this key may still see it. */
export type Replay = (key: KeyCredential, answer: FindAnswer) => Promise<Found>;

export const openReplay =
  (refuseEndedKey: RefuseEndedKey, persons: PersonCheck): Replay =>
  async (key, answer) => {
    await refuseEndedKey(key);
    return foundOf(await persons.disclosable(answer), true);
  };
