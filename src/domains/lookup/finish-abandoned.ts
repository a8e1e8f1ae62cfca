import type { Job } from '#core/job.ts';
import { Finder } from './finding/finder.ts';

/** Finishes pending lookups whose process was killed. */
export const finishAbandoned: Job = {
  id: 'lookup.finish-abandoned',
  sends: true,
  schedule: '* * * * *',
  run: ({ ports }) => ports.use(Finder).finishAbandoned(),
};
