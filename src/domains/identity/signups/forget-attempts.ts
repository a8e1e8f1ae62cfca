import { dayMs } from '#core/clock.ts';
import { rowsInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { deleteAttemptsBefore } from './attempts.ts';

const rowsAtOnce = 2_000;

/** Deletes sign-up attempts that are older than `signup_attempts_kept_days`. */
export const forgetAttempts: Job = {
  id: 'identity.forget-attempts',
  schedule: '53 3 * * *',
  async run({ ports, now }) {
    const keptMs = ports.settings.current().signup_attempts_kept_days * dayMs;
    const end = new Date(now().getTime() - keptMs);
    await rowsInBatches(ports.db, rowsAtOnce, deleteAttemptsBefore(end));
  },
};
