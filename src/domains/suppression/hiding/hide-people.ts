import type { Db, Ports } from '#core/context.ts';
import type { NamedValue } from '../named-values.ts';
import { insertSuppressions, suppressProfilesByValue, takeSuppressionLock, type Why } from '../sql.ts';
import { type Counts, carriersOf, withdrawFrom } from '../stores.ts';
import { profilesOf, suppressionsByValue } from './hidden-profiles.ts';

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
