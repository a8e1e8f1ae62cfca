import { dayMs } from '#core/clock.ts';
import { rowsInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { deleteMessagesBefore } from './sql.ts';

/** Long after the limits and the vendor's last events. */
const keptMs = 30 * dayMs;
const rowsPerBatch = 1_000;

/** Deletes old messages, with their numbers. */
export const forgetMessages: Job = {
  id: 'whatsapp.forget-messages',
  schedule: '23 * * * *',
  async run({ ports: { db }, now }) {
    await rowsInBatches(db, rowsPerBatch, deleteMessagesBefore(new Date(now().getTime() - keptMs)));
  },
};
