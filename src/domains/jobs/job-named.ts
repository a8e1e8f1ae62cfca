import type { Context } from '#core/context.ts';
import { jobKeyOf } from './rules.ts';
import { type JobRow, jobById } from './sql/jobs.ts';

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
