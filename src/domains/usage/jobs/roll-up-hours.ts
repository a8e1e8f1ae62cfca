import { inBatches } from '#core/in-batches.ts';
import type { Job } from '#core/job.ts';
import { rollUpHour } from '../sql/upkeep.ts';

/** Adds up the events of each full hour, so that reports need not read them. An hour that can't be done yet is left to the next run. */
export const rollUpHours: Job = {
  id: 'usage.roll-up-hours',
  schedule: '*/10 * * * *',
  async run({ ports: { db }, now }) {
    await inBatches(1, async () => ((await rollUpHour(db, now())) ? 1 : 0));
  },
};
