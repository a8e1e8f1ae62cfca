import type { Job } from '#core/job.ts';
import { forgetStaleAnswers } from '../sql.ts';

export const forgetStale: Job = {
  id: 'sources.forget-stale-answers',
  schedule: '37 * * * *',
  run: ({ ports }) => forgetStaleAnswers(ports.db),
};
