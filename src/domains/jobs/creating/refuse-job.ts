import type { Context } from '#core/context.ts';
import { balanceOf } from '#domains/credits/index.ts';
import { exceeded, type Room } from '../rules.ts';
import { type NewJob, usedRoom } from '../sql/jobs.ts';

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
export async function refuseBeyondBounds({ db, key, ports, fail }: Refusing, job: NewJob): Promise<void> {
  const { jobs_open_max, job_rows_kept_max, job_mib_kept_max } = ports.settings.current();
  const { tier } = key!;
  const limit: Room = {
    open_jobs: jobs_open_max[tier],
    rows: job_rows_kept_max[tier],
    bytes: job_mib_kept_max[tier] * 1024 * 1024,
  };
  const needed: Room = { open_jobs: 1, rows: job.rows, bytes: job.bytes };
  const used = await usedRoom(db, job.account);
  const bound = exceeded(used, needed, limit);
  if (bound === null) return;
  fail('jobs_full', {
    detail: words[bound](limit[bound], used[bound]),
    members: { bound, limit: limit[bound], used: used[bound], needed: needed[bound] },
  });
}
