import { dayMs } from '#core/clock.ts';
import { rowsInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { deleteSessionsBefore, deleteTokensBefore } from '../sql.ts';

const tokensAtOnce = 2_000;
/** Each takes its tokens with it: about 1,500 in the longest-lived. */
const sessionsAtOnce = 50;

/** The dashboard shows a session for so long after its end. */
const shownForDays = 30;

/** Deletes tokens a day after they expired, and sessions 30 days after. */
export const forgetSessions: Job = {
  id: 'extension.forget-sessions',
  schedule: '23 * * * *',
  async run({ ports, now }) {
    const before = (days: number) => new Date(now().getTime() - days * dayMs);
    await rowsInBatches(ports.db, tokensAtOnce, deleteTokensBefore(before(1)));
    await rowsInBatches(ports.db, sessionsAtOnce, deleteSessionsBefore(before(shownForDays)));
  },
};
