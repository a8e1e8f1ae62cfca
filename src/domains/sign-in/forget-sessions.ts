import { dayMs } from '#core/clock.ts';
import { rowsInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { deleteLinksBefore, deleteOperatorSessionsBefore } from './operators/sql.ts';
import { deleteSessionsBefore } from './sql.ts';

const rowsAtOnce = 2_000;

/** Deletes sessions and links a day after they ended. */
export const forgetSessions: Job = {
  id: 'sign-in.forget-sessions',
  schedule: '11 * * * *',
  async run({ ports: { db }, now }) {
    const yesterday = new Date(now().getTime() - dayMs);
    for (const deleteBefore of [deleteSessionsBefore, deleteOperatorSessionsBefore, deleteLinksBefore]) {
      await rowsInBatches(db, rowsAtOnce, deleteBefore(yesterday));
    }
  },
};
