import { digest, uuidOf } from '../ids.ts';

/** Names a profile in every table that is partitioned by it. Takes the canonical link. */
export const profileHashOf = (canonicalUrl: string): string => uuidOf(digest('profile', canonicalUrl));
