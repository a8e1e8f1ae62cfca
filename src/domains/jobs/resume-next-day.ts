import { inBatches } from '#core/database/in-batches.ts';
import { fieldOf } from '#core/database/statement.ts';
import type { Job } from '#core/job.ts';

/** Resumes jobs whose accounts had used up the free answers of an earlier day, or a budget of an earlier day or month. */
export const resumeNextDay: Job = {
  id: 'jobs.resume-next-day',
  schedule: '*/5 * * * *',
  async run({ ports: { db } }) {
    await inBatches(100, (limit) => fieldOf<number>(db)`select job_wake_next_day(${limit}) as woken`);
    await inBatches(100, (limit) => fieldOf<number>(db)`select job_wake_in_budget(null, ${limit}) as woken`);
  },
};
