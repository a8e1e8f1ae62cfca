import type { Db, Ports } from '#core/context.ts';
import type { ProfileMatch } from '#core/parts/personal-data.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import { suppressionKey, suppressionKeysOf } from '../keys.ts';
import { type NamedValue, namedValue } from '../named-values.ts';
import {
  insertSuppressions,
  type ProfileSuppression,
  suppressedAmong,
  suppressProfilesByValue,
  takeSuppressionLock,
  type Why,
} from '../sql.ts';
import { announceWithdrawal, type Counts, carriersOf, withdrawFrom } from '../stores.ts';

export interface Place {
  /** A transaction. */
  db: Db;
  ports: Pick<Ports, 'personalData' | 'suppressionPepper'>;
}

export interface Hidden {
  /** Keys that weren't on the list before. */
  added: string[];
  /** Hashes of all profiles hidden with the values, whether or not anything is stored about them. */
  profiles: string[];
  /** Number of items that customers can no longer receive, by store. */
  withdrawn: Counts;
}

/**
 * Suppresses values and everyone they belong to from the commit on: lookups check the list, stored answers are withdrawn, and
 * profiles that carry a value are suppressed with it. Customers who received something about them get an event, once.
 */
export async function hidePeople(
  { db, ports }: Place,
  values: readonly NamedValue[],
  why: Why,
): Promise<Hidden> {
  await takeSuppressionLock(db);
  const added = await insertSuppressions(db, values, why);
  const keys = values.map(({ key }) => key);
  const carriers = await carriersOf(ports.personalData, db, keys);
  await suppressProfilesByValue(db, suppressionsByValue(ports.suppressionPepper, carriers, new Set(keys)));

  const profiles = profilesOf(values, carriers);
  const withdrawn = await withdrawFrom(ports.personalData, db, profiles);
  if (added.length > 0) await announceWithdrawal(ports.personalData, db, profiles);
  return { added, profiles, withdrawn };
}

/** The profiles that aren't suppressed in their own right, each with the value that hides it. */
export const suppressionsByValue = (
  pepper: string,
  carriers: readonly ProfileMatch[],
  hidden: ReadonlySet<string>,
): ProfileSuppression[] =>
  carriers.flatMap(({ url, keys }) => {
    const profileKey = suppressionKey(pepper, 'profile', url);
    const becauseOf = keys.find((key) => hidden.has(key) && key !== profileKey);
    return becauseOf === undefined || hidden.has(profileKey) ? [] : [{ profileKey, becauseOf }];
  });

/** Hashes of the named profiles and of those that carry a value, without repeats. */
export const profilesOf = (values: readonly NamedValue[], carriers: readonly ProfileMatch[]): string[] => [
  ...new Set([
    ...values.flatMap(({ profileHash }) => profileHash ?? []),
    ...carriers.map(({ hash }) => hash),
  ]),
];

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
  const [profileKey, ...keys] = suppressionKeysOf(pepper, profileUrl, contacts);
  const [becauseOf] = await suppressedAmong(db, keys);
  if (becauseOf !== undefined) await suppressProfilesByValue(db, [{ profileKey: profileKey!, becauseOf }]);
  await withdrawFrom(ports.personalData, db, [profileHash]);
  await announceWithdrawal(ports.personalData, db, [profileHash]);
}
