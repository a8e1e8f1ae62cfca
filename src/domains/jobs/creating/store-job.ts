import type { Context, Db } from '#core/context.ts';
import { plansOf } from '#domains/billing/index.ts';
import { announce } from '../announce.ts';
import type { JudgedRow } from '../rules.ts';
import { insertItems } from '../sql/items.ts';
import { beginJob, insertJob, type JobRow, type NewJob } from '../sql/jobs.ts';

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

/** Turns for each turn of an account without priority. Divides 12: see `job_claim_next`. */
const priorityWeight = 4;

/** How much of the workers an account gets beside others. */
export async function weightOf(db: Db, account: number): Promise<number> {
  const held = await plansOf(db, account);
  return held.some(({ plan }) => plan.priority_processing) ? priorityWeight : 1;
}
