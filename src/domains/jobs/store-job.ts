import type { Context } from '#core/context.ts';
import { announce } from './announce.ts';
import type { JudgedRow } from './rules.ts';
import { insertItems } from './sql/items.ts';
import { beginJob, insertJob, type JobRow, type NewJob } from './sql/jobs.ts';

/** Stores a job with its rows and puts it in line. One without any profile ends at once. */
export async function storeJob(
  ctx: Pick<Context, 'db' | 'enqueue' | 'now' | 'ports'>,
  job: NewJob,
  rows: readonly JudgedRow[],
): Promise<JobRow> {
  await insertJob(ctx.db, job);
  await insertItems(ctx.db, job, rows);
  const begun = await beginJob(ctx.db, job, ctx.ports.settings.current().job_results_days);
  if (begun.status !== 'queued') await announce(ctx, begun);
  return begun;
}
