import { sql } from 'kysely';
import { daysAfter } from '#core/clock.ts';
import { deleteInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';

/** Deletes customers' acts after the days that the setting keeps them. */
export const forgetActs: Job = {
  id: 'audit.forget-acts',
  schedule: '33 3 * * *',
  async run({ ports: { db, settings }, now }) {
    const where = sql`at < ${daysAfter(now(), -settings.current().account_acts_kept_days)}`;
    await deleteInBatches(db, 'customer_act', { where, oldestBy: 'at' });
  },
};
