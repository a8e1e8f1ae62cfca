import { dayMs } from '#core/clock.ts';
import { rowsInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { deleteActsBefore } from './customer-acts.ts';

const rowsPerBatch = 1_000;

/** Deletes customers' acts after the days that the setting keeps them. */
export const forgetActs: Job = {
  id: 'audit.forget-acts',
  schedule: '33 3 * * *',
  async run({ ports, now }) {
    const { account_acts_kept_days: days } = ports.settings.current();
    await rowsInBatches(ports.db, rowsPerBatch, deleteActsBefore(new Date(now().getTime() - days * dayMs)));
  },
};
