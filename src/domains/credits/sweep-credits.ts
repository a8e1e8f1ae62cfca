import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { deleteInBatches, inBatches } from '#core/database/in-batches.ts';
import { fieldOf } from '#core/database/statement.ts';
import type { Job } from '#core/job.ts';

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

/** Books expired credits for about `limit` lots and returns the count. Safe to repeat. */
export const sweepExpiredLots = (db: Db, limit: number): Promise<number> =>
  fieldOf<number>(db)`select credit_sweep_lots(${limit}) as swept`;

/** Frees at most `limit` holds whose lease is over and returns the count. Safe to repeat. */
export const sweepExpiredHolds = (db: Db, limit: number): Promise<number> =>
  fieldOf<number>(db)`select credit_sweep_holds(${limit}) as swept`;

/** Well past the time in which anyone retries a call that opened a hold. */
const keptDays = 30;

/** Deletes holds that ended. The ledger keeps their movements. */
export const forgetEndedHolds: Job = {
  id: 'credits.forget-ended-holds',
  schedule: '41 * * * *',
  async run({ ports: { db } }) {
    const where = sql`closed_at < (select ledger_now() - make_interval(days => ${keptDays}))`;
    await deleteInBatches(db, 'credit_hold', { where, oldestBy: 'closed_at', limit: 1_000 });
  },
};
