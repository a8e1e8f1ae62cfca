import type { Job } from '#core/operation.ts';
import { forgetStaleAnswers } from '../sql.ts';

export const forgetStale: Job = {
  id: 'sources.forget-stale-answers',
  schedule: '37 * * * *',
  run: ({ ports }) => forgetStaleAnswers(ports.db),
};
