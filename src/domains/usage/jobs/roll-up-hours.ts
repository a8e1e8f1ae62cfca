import { minuteMs } from '#core/clock.ts';
import { inBatches } from '#core/in-batches.ts';
import type { Job } from '#core/job.ts';
import { rollUpHour } from '../sql/upkeep.ts';

/** Allows for clock differences when one database server takes over from another. */
const clockMarginMs = 5 * minuteMs;

/** Aggregates events by hour so that reports needn't read them. An hour that isn't ready is left to the next run. */
export const rollUpHours: Job = {
  id: 'usage.roll-up-hours',
  schedule: '*/10 * * * *',
  async run({ ports: { db }, now }) {
    const until = new Date(now().getTime() - clockMarginMs);
    await inBatches(1, async () => ((await rollUpHour(db, until)) ? 1 : 0));
  },
};
