import type { Job } from '#core/job.ts';
import { deleteEndedHolds } from './sql/upkeep.ts';

/** Well past the time in which anyone retries a call that opened a hold. */
const keptDays = 30;

/** Deletes holds that ended. The ledger still has their movements. */
export const forgetEndedHolds: Job = {
  id: 'credits.forget-ended-holds',
  schedule: '41 * * * *',
  async run({ ports: { db } }) {
    await deleteEndedHolds(db, keptDays);
  },
};
