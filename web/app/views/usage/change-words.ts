import { countOf } from '#web/shared/values/count.tsx';

/** How a figure changed from the one before: as a share, or the figure before where a share says nothing. */
export function changeWords(now: number, before: number): string {
  if (now === before) return now === 0 ? '' : 'unchanged';
  if (before === 0) return 'none before';
  const share = Math.round((now / before - 1) * 100);
  if (share === 0 || share > 999) return `before: ${countOf(before)}`;
  return `${share > 0 ? '+' : '−'}${Math.abs(share)}%`;
}
