import type { ProfileMatch } from '#core/parts/personal-data.ts';
import { suppressionKey } from '../keys.ts';
import type { NamedValue } from '../named-values.ts';
import type { ProfileSuppression } from '../sql.ts';

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
