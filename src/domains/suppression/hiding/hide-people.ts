import type { Db, Ports } from '#core/context.ts';
import type { ProfileMatch } from '#core/personal-data.ts';
import { suppressionKey } from '../keys.ts';
import type { NamedValue } from '../named-values.ts';
import {
  insertSuppressions,
  type ProfileSuppression,
  suppressProfilesByValue,
  takeSuppressionLock,
  type Why,
} from '../sql.ts';
import { type Counts, carriersOf, withdrawFrom } from '../stores.ts';

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
  /** What customers can no longer receive, by store. */
  withdrawn: Counts;
}

/**
 * Suppresses values and everyone they belong to from the commit on: lookups check the list, stored answers are withdrawn, and
 * profiles that carry a value are suppressed with it.
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
  return { added, profiles, withdrawn: await withdrawFrom(ports.personalData, db, profiles) };
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
