import type { Job } from '#core/job.ts';

/** Finishes pending lookups whose process was killed. */
export const finishAbandoned: Job = {
  id: 'lookup.finish-abandoned',
  sends: true,
  schedule: '* * * * *',
  run: ({ ports }) => ports.finder.finishAbandoned(),
};
