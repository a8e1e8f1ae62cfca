import { sql } from 'kysely';
import { deleteInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';

export const forgetCalls: Job = {
  id: 'calls.forget-calls',
  schedule: '23 * * * *',
  async run({ ports }) {
    const where = sql`at < now() - interval '24 hours'`;
    await deleteInBatches(ports.db, 'refused_call', { where, oldestBy: 'at' });
  },
};
