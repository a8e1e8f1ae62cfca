import Type from 'typebox';
import { operation } from '#core/operation.ts';
import { announce } from './announce.ts';
import { jobDoors, jobNamed } from './job-named.ts';
import { Job, JobId } from './shapes.ts';
import { jobOf, pause } from './sql/jobs.ts';

export const pauseJob = operation({
  id: 'jobs.pause-job',
  summary: 'Pause a bulk job',
  description: 'Profiles in progress are finished. The rest waits until you resume the job.',
  kind: 'command',
  doors: jobDoors('POST', '/pause'),
  account: 'required',
  idempotency: 'none',
  input: Type.Object({ job_id: JobId }),
  output: Job,
  errors: ['not_found', 'job_not_active'],

  async run(ctx, { job_id }) {
    const job = await jobNamed(ctx, job_id);
    const isDone = await pause(ctx.db, job);
    const now = await jobNamed(ctx, job_id);
    if (!isDone) return ctx.fail('job_not_active', { members: { job_status: now.status } });
    if (job.paused_because !== 'customer') {
      ctx.audit('job.paused', { account_id: ctx.account.account_id, job_id });
      await announce(ctx, now);
    }
    return jobOf(now);
  },
});
