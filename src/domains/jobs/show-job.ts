import Type from 'typebox';
import { internal, key } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { jobNamed } from './job-named.ts';
import { Job, JobId } from './shapes.ts';
import { jobOf } from './sql/jobs.ts';

export const showJob = operation({
  id: 'jobs.show-job',
  summary: 'Get a bulk job with its counts and its progress',
  kind: 'query',
  doors: [key('GET', '/api/v1/jobs/{job_id}'), internal('GET', '/internal/jobs/{account_id}/{job_id}')],
  account: 'required',
  input: Type.Object({ job_id: JobId }),
  output: Job,
  errors: ['not_found'],

  run: async (ctx, { job_id }) => jobOf(await jobNamed(ctx, job_id)),
});
