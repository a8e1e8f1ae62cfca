import Type from 'typebox';
import { operation } from '#core/operation.ts';
import { jobDoors, jobNamed } from './job-named.ts';
import { Job, JobId } from './shapes.ts';
import { jobOf } from './sql/jobs.ts';

export const showJob = operation({
  id: 'jobs.show-job',
  summary: 'Get a bulk job with its counts and its progress',
  kind: 'query',
  doors: jobDoors('GET'),
  mcp: {
    name: 'get_lookup_job',
    scope: 'jobs',
    title: 'Get the state of a bulk lookup',
    description:
      'Get the status, counts, credits and progress of a bulk lookup. Free. While it is `queued` or `running`, wait about `progress.seconds_left` seconds, at least 5, before you ask again. `paused` with `paused_because` `credits` continues automatically when the account has credits.',
    isReadOnly: true,
  },
  account: 'required',
  input: Type.Object({ job_id: JobId }),
  output: Job,
  errors: ['not_found'],

  run: async (ctx, { job_id }) => jobOf(await jobNamed(ctx, job_id)),
});
