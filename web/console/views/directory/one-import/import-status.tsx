import type { ImportSummary } from '#web/console/views/directory/types.ts';
import { badgeOf } from '#web/shared/values/badge.tsx';

export const ImportStatus = badgeOf<ImportSummary['status']>({
  running: ['Running', 'plain'],
  interrupted: ['Interrupted', 'warn'],
  completed: ['Completed', 'good'],
  failed: ['Refused', 'bad'],
  taking_back: ['Being undone', 'warn'],
  taken_back: ['Undone', 'plain'],
  dry_run: ['Checked', 'plain'],
});

/** Whether its counts still change. */
export const isMoving = ({ status }: Pick<ImportSummary, 'status'>): boolean =>
  status === 'running' || status === 'taking_back';
