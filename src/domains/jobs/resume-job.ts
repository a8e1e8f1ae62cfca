import Type from 'typebox';
import type { Db } from '#core/context.ts';
import { operation } from '#core/operation.ts';
import { lockCredits, setJobBudget } from '#domains/credits/index.ts';
import { spentSince } from '#domains/usage/index.ts';
import { weightOf } from './creating/store-job.ts';
import { jobDoors, jobNamed } from './job-named.ts';
import { Job, JobId, JobOptions } from './shapes.ts';
import { type JobRow, jobOf, resume } from './sql/jobs.ts';

export const resumeJob = operation({
  id: 'jobs.resume-job',
  summary: 'Resume a paused bulk job',
  description:
    'It continues where it stopped, with the key you call with. A job whose limit is spent needs a higher one: send `limit_credits`.',
  kind: 'command',
  doors: jobDoors('POST', '/resumption'),
  account: 'required',
  actsAs: 'key',
  idempotency: 'none',
  input: Type.Object({ job_id: JobId, limit_credits: JobOptions.limit_credits }),
  example: { limit_credits: 500 },
  output: Job,
  errors: ['not_found', 'job_not_paused'],

  async run(ctx, { job_id, limit_credits }) {
    if (!ctx.key) throw new Error('a job always has a key');
    const job = await jobNamed(ctx, job_id);
    if (limit_credits !== undefined) await changeLimit(ctx.db, job, limit_credits);
    const isDone = await resume(ctx.db, job, {
      limit: limit_credits,
      weight: await weightOf(ctx.db, ctx.account.id),
      key_id: ctx.key.keyId,
    });
    const now = await jobNamed(ctx, job_id);
    if (!isDone) return ctx.fail('job_not_paused', { members: { job_status: now.status } });
    ctx.audit('job.resumed', { account_id: ctx.account.account_id, job_id });
    return jobOf(now);
  },
});

/** The limit is a budget of the job. One that comes late counts what was spent before. */
async function changeLimit(db: Db, job: JobRow, limit: number | null): Promise<void> {
  const { account, id } = job;
  await lockCredits(db, account);
  const isLate = limit !== null && job.credits_limit === null;
  const spent = isLate ? await spentSince(db, account, { job: id }, job.created_at) : 0;
  await setJobBudget(db, { account, job: id, credits: limit, spent });
}
