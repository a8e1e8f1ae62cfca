import { digestId } from '#core/ids.ts';

/** Names a profile in every table that is partitioned by it. Takes the canonical link. */
export const profileHashOf = (canonicalUrl: string): string => digestId('profile', canonicalUrl);
