import type { FindAnswer } from '#client';
import { badgeOf } from '../../shared/badge.tsx';

/** How a lookup ended. */
export const LookupResult = badgeOf<FindAnswer['status']>({
  completed: ['Found', 'good'],
  not_found: ['Not found', 'plain'],
  pending: ['Still looking', 'plain'],
  failed: ['Failed', 'bad'],
});
