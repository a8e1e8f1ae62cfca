import type { Job } from '#core/job.ts';
import { deleteEndedHolds } from './sql/upkeep.ts';

/** Far longer than anybody repeats a call that set credits aside. */
const keptDays = 30;

/** Holds are what is under way; what became of them stays in the ledger. */
export const forgetEndedHolds: Job = {
  id: 'credits.forget-ended-holds',
  schedule: '41 * * * *',
  async run({ ports: { db } }) {
    await deleteEndedHolds(db, keptDays);
  },
};
