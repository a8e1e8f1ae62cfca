import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { inBatches } from '#core/database/in-batches.ts';
import { rowOrNull, rowsOf } from '#core/database/statement.ts';
import type { Job } from '#core/job.ts';
import { forgetAnswersOf } from '#domains/lookup/index.ts';
import { shareSuppressionLock } from '#domains/suppression/index.ts';
import { announce } from '../announce.ts';
import { endEarly, type JobKey } from '../sql/jobs.ts';

const itemsPerBatch = 2_000;
const jobsPerBatch = 100;

/** Deletes the items and answers of jobs whose results are kept no longer, and cancels jobs that were not resumed in time. */
export const forgetResults: Job = {
  id: 'jobs.forget-results',
  schedule: '23 * * * *',
  async run(ctx) {
    const { db, settings } = ctx.ports;
    const { job_results_days: days, history_days: historyDays } = settings.current();
    await inBatches(jobsPerBatch, async (limit) => {
      const stale = await staleJobs(db, days, limit);
      for (const job of stale)
        await ctx.phase(async (phase) => {
          if (await endEarly(phase.db, job, null, days))
            await announce({ ...phase, now: ctx.now, ports: ctx.ports }, job);
        });
      return stale.length;
    });
    for (let job = await jobPastResults(db); job && !ctx.signal.aborted; job = await jobPastResults(db)) {
      const past = job;
      await inBatches(itemsPerBatch, (limit) =>
        ctx.phase((phase) => forgetItems(phase.db, past, limit, historyDays)),
      );
    }
  },
};

/** Jobs that were created this many days ago and never ended. */
const staleJobs = (db: Db, days: number, limit: number): Promise<JobKey[]> =>
  rowsOf<JobKey>(db)`
    select account, id from job
    where ended_at is null and status in ('queued', 'running', 'paused')
      and created_at < now() - make_interval(days => ${days})
    order by created_at limit ${limit}`;

/** A job whose results are kept no longer. */
const jobPastResults = (db: Db): Promise<JobKey | null> =>
  rowOrNull<JobKey>(db)`
    select account, id from job where has_results and results_until < now() order by results_until limit 1`;

/** Deletes items with the answers of their lookups. With the last ones, the job has no more results. */
async function forgetItems(
  db: Db,
  { account, id }: JobKey,
  limit: number,
  historyDays: number,
): Promise<number> {
  // Before it locks items that an erasure may wait for.
  await shareSuppressionLock(db);
  const { rows } = await sql<{ lookup: string | null }>`
    delete from job_item where account = ${account} and job = ${id} and row = any (array(
      select row from job_item where account = ${account} and job = ${id} order by row limit ${limit}
    )) returning lookup`.execute(db);
  if (rows.length < limit)
    await db
      .updateTable('job')
      .set({ has_results: false })
      .where('account', '=', account)
      .where('id', '=', id)
      .execute();
  const lookups = rows.flatMap(({ lookup }) => lookup ?? []);
  await forgetAnswersOf(db, account, lookups, historyDays);
  return rows.length;
}
