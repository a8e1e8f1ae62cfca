import { sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import { deleteInBatches } from '#core/database/in-batches.ts';
import { run } from '#core/database/statement.ts';
import type { Job } from '#core/job.ts';

/** Deletes sign-up attempts and counts of refused heartbeats that are older than `signup_attempts_kept_days`, and admissions that are over. */
export const forgetAttempts: Job = {
  id: 'identity.forget-attempts',
  schedule: '53 3 * * *',
  async run({ ports, now }) {
    const keptMs = ports.settings.current().signup_attempts_kept_days * dayMs;
    const where = sql`at < ${new Date(now().getTime() - keptMs)}`;
    await deleteInBatches(ports.db, 'identity_attempt', { where, oldestBy: 'at' });
    await ports.db.deleteFrom('identity_admission').where('until', '<', now()).execute();
    await run(
      ports.db,
    )`delete from identity_refused_heartbeats where day < ${new Date(now().getTime() - keptMs)}::date`;
  },
};
