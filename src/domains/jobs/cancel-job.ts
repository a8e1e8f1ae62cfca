import Type from 'typebox';
import { operation } from '#core/operation.ts';
import { announce } from './announce.ts';
import { jobDoors, jobNamed } from './job-named.ts';
import { Job, JobId } from './shapes.ts';
import { endEarly, jobOf } from './sql/jobs.ts';

export const cancelJob = operation({
  id: 'jobs.cancel-job',
  summary: 'Cancel a bulk job',
  description:
    'Profiles that have not been started are cancelled and cost nothing. Those in progress are finished. Results so far are kept.',
  kind: 'command',
  doors: jobDoors('POST', '/cancellation'),
  mcp: {
    name: 'cancel_lookup_job',
    scope: 'jobs',
    title: 'Cancel a bulk lookup',
    description:
      'Cancel a bulk lookup. Profiles that have not been started cost nothing. Results so far are kept and stay charged. It cannot be started again.',
    isReadOnly: false,
    isDestructive: true,
    isIdempotent: true,
  },
  account: 'required',
  idempotency: 'none',
  input: Type.Object({ job_id: JobId }),
  output: Job,
  errors: ['not_found', 'job_not_active'],

  async run(ctx, { job_id }) {
    const job = await jobNamed(ctx, job_id);
    const isDone = await endEarly(ctx.db, job, null, ctx.ports.settings.current().job_results_days);
    const now = await jobNamed(ctx, job_id);
    if (!isDone && now.status !== 'cancelled')
      return ctx.fail('job_not_active', { members: { job_status: now.status } });
    if (isDone && now.ended_at) await announce(ctx, now);
    return jobOf(now);
  },
});
