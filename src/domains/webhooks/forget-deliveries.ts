import { sql } from 'kysely';
import { daysAfter } from '#core/clock.ts';
import { deleteInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';

/** An event that is sent once isn't sent again until then. */
const onceKeptDays = 400;

export const forgetDeliveries: Job = {
  id: 'webhooks.forget-deliveries',
  schedule: '23 * * * *',
  async run({ ports: { db, settings }, now }) {
    const before = daysAfter(now(), -settings.current().webhook_days);
    const where = sql`created_at < ${before} and status <> 'waiting'`;
    await deleteInBatches(db, 'webhook_delivery', { where, oldestBy: 'created_at' });
    const told = sql`at < ${daysAfter(now(), -onceKeptDays)}`;
    await deleteInBatches(db, 'webhook_once', { where: told, oldestBy: 'at' });
  },
};
