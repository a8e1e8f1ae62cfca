import type { Db, Ports } from '#core/context.ts';
import type { ProfileMatch } from '#core/personal-data.ts';
import { suppressionKey } from '../keys.ts';
import type { NamedValue } from '../named-values.ts';
import { insertSuppressions, lockSuppressions, type Why, type Withheld, withholdProfiles } from '../sql.ts';
import { type Counts, carriersOf, withdrawFrom } from '../stores.ts';

export interface Place {
  /** An open transaction. */
  db: Db;
  ports: Pick<Ports, 'personalData' | 'suppressionPepper'>;
}

export interface Hidden {
  /** Keys that were not on the list. */
  added: string[];
  /** Hashes of the profiles that are hidden with the values, whether or not anything is kept of them. */
  profiles: string[];
  /** What customers can't be given any more, by store. */
  withdrawn: Counts;
}

/**
 * Puts values on the list and stops telling of whoever they belong to, from the commit on: lookups ask the list, and
 * stored answers are withdrawn. Profiles that carry a value are put on the list with it.
 */
export async function hidePeople(
  { db, ports }: Place,
  values: readonly NamedValue[],
  why: Why,
): Promise<Hidden> {
  await lockSuppressions(db);
  const added = await insertSuppressions(db, values, why);
  const keys = values.map(({ key }) => key);
  const carriers = await carriersOf(ports.personalData, db, keys);
  await withholdProfiles(db, withheldWith(ports.suppressionPepper, carriers, new Set(keys)));

  const profiles = profilesOf(values, carriers);
  return { added, profiles, withdrawn: await withdrawFrom(ports.personalData, db, profiles) };
}

/** The profiles that are not on the list by themselves, each with a value that hides it. */
export const withheldWith = (
  pepper: string,
  carriers: readonly ProfileMatch[],
  hidden: ReadonlySet<string>,
): Withheld[] =>
  carriers.flatMap(({ url, keys }) => {
    const profileKey = suppressionKey(pepper, 'profile', url);
    const becauseOf = keys.find((key) => hidden.has(key) && key !== profileKey);
    return becauseOf === undefined || hidden.has(profileKey) ? [] : [{ profileKey, becauseOf }];
  });

/** Hashes of the profiles that were named and of those that carry a value, each once. */
export const profilesOf = (values: readonly NamedValue[], carriers: readonly ProfileMatch[]): string[] => [
  ...new Set([
    ...values.flatMap(({ profileHash }) => profileHash ?? []),
    ...carriers.map(({ hash }) => hash),
  ]),
];
