import type { ContactSet } from '#values/contacts/index.ts';
import { suppressionKey } from '../keys.ts';
import { namedValue } from '../named-values.ts';
import { suppressedAmong, suppressProfilesByValue, takeSuppressionLock } from '../sql.ts';
import { withdrawFrom } from '../stores.ts';
import { hidePeople, type Place } from './hide-people.ts';

export interface FoundPerson {
  /** Canonical. */
  profileUrl: string;
  profileHash: string;
  contacts: Pick<ContactSet, 'emails' | 'phones'>;
  /** The person opted out at the source. */
  optedOut: boolean;
}

/**
 * Suppresses a profile when a source returned a suppressed value for it or the person opted out there. No source is asked
 * about it again, and stored answers about it are erased. Needs a transaction.
 */
export async function suppressFoundPerson(place: Place, person: FoundPerson): Promise<void> {
  const { db, ports } = place;
  const { profileUrl, profileHash, contacts, optedOut } = person;
  const pepper = ports.suppressionPepper;
  if (optedOut) {
    const why = { reason: 'the person opted out at a source', requestedBy: 'source' as const };
    await hidePeople(place, [namedValue(pepper, 'profile', profileUrl)], why);
    return;
  }
  await takeSuppressionLock(db);
  const keys = [
    ...contacts.emails.map(({ address }) => suppressionKey(pepper, 'email', address)),
    ...contacts.phones.map(({ number }) => suppressionKey(pepper, 'phone', number)),
  ];
  const [becauseOf] = await suppressedAmong(db, keys);
  if (becauseOf !== undefined) {
    await suppressProfilesByValue(db, [
      { profileKey: suppressionKey(pepper, 'profile', profileUrl), becauseOf },
    ]);
  }
  await withdrawFrom(ports.personalData, db, [profileHash]);
}
