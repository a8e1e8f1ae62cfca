import { digestId } from '#core/ids.ts';

/** The hash that identifies a profile in every table. Takes the canonical link. */
export const profileHashOf = (canonicalUrl: string): string => digestId('profile', canonicalUrl);
