import { freeWords } from '#web/app/parts/lookups/free-words.ts';
import { counted } from '#web/shared/values/count.tsx';
import type { Item } from './status.tsx';

type Costing = Pick<Item, 'status' | 'reason' | 'credits_charged'>;

/** The cost of a row, or why it was free. */
export function costOf({ status, reason, credits_charged }: Costing): string {
  if (status === 'waiting') return '';
  if (credits_charged > 0) return counted(credits_charged, 'credit');
  return `Free: ${freeWords(reason ?? status).replace(/^repeat of/, 'same as')}`;
}
