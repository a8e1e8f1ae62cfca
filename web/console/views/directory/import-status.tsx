import { Badge, type Tone } from '../../../shared/badge.tsx';
import type { ImportSummary } from './types.ts';

const words: Record<ImportSummary['status'], [Tone, string]> = {
  running: ['plain', 'Running'],
  interrupted: ['warn', 'Interrupted'],
  completed: ['good', 'Completed'],
  failed: ['bad', 'Refused'],
  taking_back: ['warn', 'Being taken back'],
  taken_back: ['plain', 'Taken back'],
  dry_run: ['plain', 'Checked'],
};

export function ImportStatus({ of }: { of: ImportSummary['status'] }) {
  const [tone, text] = words[of];
  return <Badge tone={tone}>{text}</Badge>;
}

/** Whether its counts still change. */
export const isMoving = ({ status }: Pick<ImportSummary, 'status'>): boolean =>
  status === 'running' || status === 'taking_back';
