import { badgeOf } from '../../../shared/badge.tsx';
import type { ImportSummary } from './types.ts';

export const ImportStatus = badgeOf<ImportSummary['status']>({
  running: ['Running', 'plain'],
  interrupted: ['Interrupted', 'warn'],
  completed: ['Completed', 'good'],
  failed: ['Refused', 'bad'],
  taking_back: ['Being taken back', 'warn'],
  taken_back: ['Taken back', 'plain'],
  dry_run: ['Checked', 'plain'],
});

/** Whether its counts still change. */
export const isMoving = ({ status }: Pick<ImportSummary, 'status'>): boolean =>
  status === 'running' || status === 'taking_back';
