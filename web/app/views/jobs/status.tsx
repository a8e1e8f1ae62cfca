import type { Answer } from '#client';
import { optionsOf } from '#web/app/parts/filters/options-of.ts';
import { badgeOf, type States } from '#web/shared/values/badge.tsx';

export type Job = Answer<'GET /internal/jobs/{account_id}/{job_id}'>;
export type Item = Answer<'GET /internal/jobs/{account_id}/{job_id}/items'>['items'][number];

const jobStatuses: States<Job['status']> = {
  queued: ['Queued', 'plain'],
  running: ['Running', 'plain'],
  paused: ['Paused', 'warn'],
  completed: ['Completed', 'good'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'plain'],
};

const itemStatuses: States<Item['status']> = {
  waiting: ['Waiting', 'plain'],
  completed: ['Found', 'good'],
  not_found: ['Not found', 'plain'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'plain'],
  refused: ['Refused', 'warn'],
};

export const JobStatus = badgeOf(jobStatuses);
export const ItemStatus = badgeOf(itemStatuses);

export const jobStatusOptions = optionsOf(jobStatuses);
export const itemStatusOptions = optionsOf(itemStatuses);

/** Credits that the rest of a job costs at most. */
export const neededBy = ({ counts: { waiting }, credits: { limit, spent } }: Job): number =>
  Math.min(waiting, (limit ?? Infinity) - spent);

export const isActive = ({ status }: Job): boolean => status === 'queued' || status === 'running';

export const hasEnded = ({ status }: Job): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';
