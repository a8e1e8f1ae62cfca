import type { AccountData } from '#core/parts/account-rows.ts';
import { unendedJobs } from './sql/jobs.ts';

export const jobData: AccountData = {
  tables: {
    job_claim: { what: 'Work of jobs in progress', erased: 'afterwards', hides: ['token'] },
    job_turn: { what: 'Turns of jobs', erased: 'afterwards' },
    job_item: { what: 'Rows of jobs', erased: 'afterwards', inOrderOf: ['job', 'row'] },
    job: { what: 'Jobs', erased: 'afterwards', inOrderOf: ['id'] },
  },
  async blocks(db, { id }) {
    const { length } = await unendedJobs(db, id);
    if (length === 0) return [];
    const what = length === 1 ? 'A job has not ended.' : `${length} jobs have not ended.`;
    return [{ kind: 'job_running', what: `${what} Cancel the jobs, and wait for the rows in progress.` }];
  },
};
