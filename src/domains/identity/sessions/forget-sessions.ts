import { dayMs } from '#core/clock.ts';
import { rowsInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { deleteSessionsBefore } from './sql.ts';

const rowsAtOnce = 2_000;

/** Deletes sessions that were last seen before yesterday. None of them can be live: that ends after a day at the latest. */
export const forgetSessions: Job = {
  id: 'identity.forget-sessions',
  schedule: '47 * * * *',
  async run({ ports, now }) {
    const yesterday = new Date(now().getTime() - dayMs).toISOString().slice(0, 10);
    await rowsInBatches(ports.db, rowsAtOnce, deleteSessionsBefore(yesterday));
  },
};
