import { inBatches } from '#core/in-batches.ts';
import type { Job } from '#core/job.ts';
import { rollUpHour } from '../sql/upkeep.ts';

/** Aggregates events by hour so that reports needn't read them. An hour that isn't ready is left to the next run. */
export const rollUpHours: Job = {
  id: 'usage.roll-up-hours',
  schedule: '*/10 * * * *',
  async run({ ports: { db }, now }) {
    await inBatches(1, async () => ((await rollUpHour(db, now())) ? 1 : 0));
  },
};
