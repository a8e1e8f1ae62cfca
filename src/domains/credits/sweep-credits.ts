import { inBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { sweepExpiredHolds, sweepExpiredLots } from './sql/upkeep.ts';

/** Small enough that each round locks its accounts only for milliseconds. */
const itemsPerSweep = 500;

/** Books expired credits and frees holds whose lease is over. */
export const sweepExpiredCredits: Job = {
  id: 'credits.sweep-expired-credits',
  schedule: '*/5 * * * *',
  async run({ ports: { db }, log }) {
    const holds = await inBatches(itemsPerSweep, (limit) => sweepExpiredHolds(db, limit));
    const lots = await inBatches(itemsPerSweep, (limit) => sweepExpiredLots(db, limit));
    if (lots + holds > 0) log.info({ lots, holds }, 'expired credits were booked');
  },
};
