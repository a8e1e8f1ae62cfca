import type { Job } from '#core/job.ts';
import { forgetOldLookups } from './forgetting.ts';

export const forgetAnswers: Job = {
  id: 'lookup.forget-answers',
  schedule: '7 * * * *',
  run: ({ ports }) => forgetOldLookups(ports.db, ports.settings.current().free_repeat_days),
};
