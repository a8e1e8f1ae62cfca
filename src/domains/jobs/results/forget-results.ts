import { inBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { forgetAnswersOf } from '#domains/lookup/index.ts';
import { announce } from '../announce.ts';
import { endEarly } from '../sql/changes.ts';
import { forgetItems, jobPastResults, staleJobs } from '../sql/forgetting.ts';

const itemsPerBatch = 2_000;
const jobsPerBatch = 100;

/** Deletes the items and answers of jobs whose results are kept no longer, and cancels jobs that nobody resumed in time. */
export const forgetResults: Job = {
  id: 'jobs.forget-results',
  schedule: '23 * * * *',
  async run(ctx) {
    const { db, settings } = ctx.ports;
    const days = settings.current().job_results_days;
    await inBatches(jobsPerBatch, async (limit) => {
      const stale = await staleJobs(db, days, limit);
      for (const job of stale)
        await ctx.phase(async (phase) => {
          if (await endEarly(phase.db, job, null, days)) await announce({ ...phase, now: ctx.now }, job);
        });
      return stale.length;
    });
    for (let job = await jobPastResults(db); job && !ctx.signal.aborted; job = await jobPastResults(db)) {
      const { account, id } = job;
      await inBatches(itemsPerBatch, (limit) =>
        ctx.phase(async ({ db: transaction }) => {
          const lookups = await forgetItems(transaction, { account, id }, limit);
          await forgetAnswersOf(
            transaction,
            account,
            lookups.filter((lookup) => lookup !== null),
          );
          return lookups.length;
        }),
      );
    }
  },
};
