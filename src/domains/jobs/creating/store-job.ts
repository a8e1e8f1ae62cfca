import type { Context, Db } from '#core/context.ts';
import { plansOf } from '#domains/billing/index.ts';
import { balanceOf, setJobBudget } from '#domains/credits/index.ts';
import { announce } from '../announce.ts';
import { exceeded, type JudgedRow, type Room } from '../rules.ts';
import { insertItems } from '../sql/items.ts';
import { beginJob, insertJob, type JobRow, usedRoom } from '../sql/jobs.ts';

type Refusing = Pick<
  Context<'insufficient_credits' | 'jobs_full'>,
  'db' | 'account' | 'key' | 'ports' | 'fail'
>;

/** A job that can't look anything up isn't stored. Test keys spend nothing. */
export async function refuseWithoutCredits({ db, account, key, fail }: Refusing): Promise<void> {
  if (key!.mode === 'test') return;
  const { balance: available, held } = await balanceOf(db, account.id);
  if (available + held > 0) return;
  fail('insufficient_credits', {
    detail: 'The account has no credits, so the job could not look up any profile. Nothing was created.',
    members: { balance: 0, required: 1 },
  });
}

const words: Record<keyof Room, (limit: number, used: number) => string> = {
  open_jobs: (limit, used) =>
    `The account has ${used} jobs that have not ended. It may have ${limit}. Wait for one to end, or cancel one.`,
  rows: (limit, used) =>
    `The account’s jobs keep ${used} rows. They may keep ${limit} with this job. Wait until older results are deleted (\`results_until\`), or send fewer rows.`,
  bytes: (limit, used) =>
    `The rows of the account’s jobs take ${used} bytes. They may take ${limit} with this job. Wait until older results are deleted (\`results_until\`), or leave columns out.`,
};

/** Refuses a job for which the account has no room. Until the transaction ends, no other job of the account gets this far. */
export async function refuseBeyondBounds({ db, key, ports, fail }: Refusing, job: JobRow): Promise<void> {
  const { jobs_open_max, job_rows_kept_max, job_mib_kept_max } = ports.settings.current();
  const { tier } = key!;
  const limit: Room = {
    open_jobs: jobs_open_max[tier],
    rows: job_rows_kept_max[tier],
    bytes: job_mib_kept_max[tier] * 1024 * 1024,
  };
  const needed: Room = { open_jobs: 1, rows: job.row_count, bytes: job.bytes };
  const used = await usedRoom(db, job.account);
  const bound = exceeded(used, needed, limit);
  if (bound === null) return;
  fail('jobs_full', {
    detail: words[bound](limit[bound], used[bound]),
    members: { bound, limit: limit[bound], used: used[bound], needed: needed[bound] },
  });
}

/** Stores a job with its rows and puts it in line. One without any profile ends at once. */
export async function storeJob(
  ctx: Pick<Context, 'db' | 'enqueue' | 'now' | 'ports'>,
  job: JobRow,
  rows: readonly JudgedRow[],
): Promise<JobRow> {
  await insertJob(ctx.db, job);
  await insertItems(ctx.db, job, rows);
  const { account, id, credits_limit: credits } = job;
  if (credits !== null) await setJobBudget(ctx.db, { account, job: id, credits, spent: 0 });
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
