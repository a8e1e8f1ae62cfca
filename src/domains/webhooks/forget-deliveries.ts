import { sql } from 'kysely';
import { daysAfter } from '#core/clock.ts';
import { deleteInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';

export const forgetDeliveries: Job = {
  id: 'webhooks.forget-deliveries',
  schedule: '23 * * * *',
  async run({ ports: { db, settings }, now }) {
    const before = daysAfter(now(), -settings.current().webhook_days);
    const where = sql`created_at < ${before} and status <> 'waiting'`;
    await deleteInBatches(db, 'webhook_delivery', { where, oldestBy: 'created_at' });
  },
};
