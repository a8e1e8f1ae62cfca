import { sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import { deleteInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';

/** Deletes sessions that were last seen before yesterday. None of them can be live: that ends after a day at the latest. */
export const forgetSessions: Job = {
  id: 'identity.forget-sessions',
  schedule: '47 * * * *',
  async run({ ports, now }) {
    const yesterday = new Date(now().getTime() - dayMs).toISOString().slice(0, 10);
    const where = sql`last_seen_on < ${yesterday}::date`;
    await deleteInBatches(ports.db, 'identity_session', { where, oldestBy: 'last_seen_on' });
  },
};
