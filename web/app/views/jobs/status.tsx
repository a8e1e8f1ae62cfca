import type { Answer } from '#client';
import { Badge, type Tone } from '../../../shared/badge.tsx';

export type Job = Answer<'GET /internal/jobs/{account_id}/{job_id}'>;
export type Item = Answer<'GET /internal/jobs/{account_id}/{job_id}/items'>['items'][number];

const jobStatuses: Record<Job['status'], [text: string, tone: Tone]> = {
  queued: ['Queued', 'plain'],
  running: ['Running', 'plain'],
  paused: ['Paused', 'warn'],
  completed: ['Completed', 'good'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'plain'],
};

const itemStatuses: Record<Item['status'], [text: string, tone: Tone]> = {
  waiting: ['Waiting', 'plain'],
  completed: ['Found', 'good'],
  not_found: ['Not found', 'plain'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'plain'],
  refused: ['Refused', 'warn'],
};

export function JobStatus({ of }: { of: Job['status'] }) {
  const [text, tone] = jobStatuses[of];
  return <Badge tone={tone}>{text}</Badge>;
}

export function ItemStatus({ of }: { of: Item['status'] }) {
  const [text, tone] = itemStatuses[of];
  return <Badge tone={tone}>{text}</Badge>;
}

const optionsOf = (names: Record<string, [text: string, tone: Tone]>, all: string): [string, string][] => [
  ['', all],
  ...Object.entries(names).map(([value, [text]]): [string, string] => [value, text]),
];

export const jobStatusOptions = optionsOf(jobStatuses, 'All');
export const itemStatusOptions = optionsOf(itemStatuses, 'All');

export const isActive = ({ status }: Job): boolean => status === 'queued' || status === 'running';

export const hasEnded = ({ status }: Job): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';
