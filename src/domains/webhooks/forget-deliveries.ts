import { dayMs } from '#core/clock.ts';
import { inBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { forgetMessages } from './deliveries.ts';

const rowsPerRound = 1000;

export const forgetDeliveries: Job = {
  id: 'webhooks.forget-deliveries',
  schedule: '23 * * * *',
  async run({ ports: { db, settings }, now }) {
    const before = new Date(now().getTime() - settings.current().webhook_days * dayMs);
    await inBatches(rowsPerRound, (limit) => forgetMessages(db, before, limit));
  },
};
