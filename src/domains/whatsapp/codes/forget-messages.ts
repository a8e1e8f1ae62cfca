import { sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import { deleteInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';

/** Long after the limits and the vendor's last events. */
const keptMs = 30 * dayMs;

/** Deletes old messages, with their numbers. */
export const forgetMessages: Job = {
  id: 'whatsapp.forget-messages',
  schedule: '23 * * * *',
  async run({ ports: { db }, now }) {
    const where = sql`sent_at < ${new Date(now().getTime() - keptMs)}`;
    await deleteInBatches(db, 'whatsapp_message', { where, oldestBy: 'sent_at' });
  },
};
