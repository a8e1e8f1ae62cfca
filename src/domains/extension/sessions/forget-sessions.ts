import { sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import { deleteInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';

/** Each takes its tokens with it: about 1,500 in the longest-lived. */
const sessionsAtOnce = 50;

/** The dashboard shows a session for this long after its end. */
const shownForDays = 30;

/** Deletes tokens a day after they expired, and sessions 30 days after. */
export const forgetSessions: Job = {
  id: 'extension.forget-sessions',
  schedule: '23 * * * *',
  async run({ ports: { db }, now }) {
    const expired = (days: number) => ({
      where: sql`expires_at < ${new Date(now().getTime() - days * dayMs)}`,
      oldestBy: 'expires_at',
    });
    await deleteInBatches(db, 'extension_token', expired(1));
    await deleteInBatches(db, 'extension_session', { ...expired(shownForDays), limit: sessionsAtOnce });
  },
};
