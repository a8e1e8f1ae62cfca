import type { Job } from '#core/job.ts';
import { sweepExpiredHolds, sweepExpiredLots } from './sql/upkeep.ts';

/** Small enough that the accounts of one round are locked for milliseconds. */
const sweptAtOnce = 500;

/** Books what has expired and frees holds whose lease is over, round by round until a round finds less than it may take. */
export const sweepExpiredCredits: Job = {
  id: 'credits.sweep-expired-credits',
  schedule: '*/5 * * * *',
  async run({ ports, log }) {
    const holds = await untilLittleIsLeft(() => sweepExpiredHolds(ports.db, sweptAtOnce));
    const lots = await untilLittleIsLeft(() => sweepExpiredLots(ports.db, sweptAtOnce));
    if (lots + holds > 0) log.info({ lots, holds }, 'expired credits were booked');
  },
};

async function untilLittleIsLeft(sweep: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const swept = await sweep();
    all += swept;
    if (swept < sweptAtOnce) return all;
  }
}
