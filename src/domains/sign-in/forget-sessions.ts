import { sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import { deleteInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';

/** Browsers keep a cookie no longer. */
const browserMs = 400 * dayMs;

/** Deletes sessions and links a day after they ended, and browsers that weren't used for long. */
export const forgetSessions: Job = {
  id: 'sign-in.forget-sessions',
  schedule: '11 * * * *',
  async run({ ports: { db }, now }) {
    const where = sql`expires_at < ${new Date(now().getTime() - dayMs)}`;
    for (const table of ['web_session', 'operator_session', 'operator_link'])
      await deleteInBatches(db, table, { where, oldestBy: 'expires_at' });
    const unused = sql`last_seen_at < ${new Date(now().getTime() - browserMs)}`;
    await deleteInBatches(db, 'web_browser', { where: unused, oldestBy: 'last_seen_at' });
  },
};
