import type { Job } from '#core/job.ts';

/** A pending lookup whose process was killed is ended by whoever takes this job. */
export const finishAbandoned: Job = {
  id: 'lookup.finish-abandoned',
  schedule: '* * * * *',
  run: ({ ports }) => ports.finder.finishAbandoned(),
};
