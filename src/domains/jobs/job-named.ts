import type { Context } from '#core/context.ts';
import { type Door, dashboard, keyOrSession, type Method } from '#core/door.ts';
import { jobKeyOf } from './rules.ts';
import { type JobRow, jobById } from './sql/jobs.ts';

/** An operation on one job, for keys and sessions and for the dashboard. */
export const jobDoors = (method: Method, act = ''): Door[] => [
  keyOrSession(method, `/api/v1/jobs/{job_id}${act}`),
  dashboard(method, `/internal/jobs/{account_id}/{job_id}${act}`),
];

/** The account's job with this id. A test key sees only jobs of test keys, and a live key only the others. */
export async function jobNamed(
  ctx: Pick<Context<'not_found'>, 'db' | 'account' | 'key' | 'fail'>,
  jobId: string,
): Promise<JobRow> {
  const id = jobKeyOf(jobId);
  const job = id && (await jobById(ctx.db, ctx.account.id, id));
  if (!job || (ctx.key && job.is_test !== (ctx.key.mode === 'test')))
    return ctx.fail('not_found', { detail: 'The account has no job with this id.' });
  return job;
}
