import { sql } from 'kysely';
import { deleteInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';

/** First answers are promised for 24 hours. */
export const forgetStoredAnswers: Job = {
  id: 'idempotency.forget-answers',
  schedule: '11 * * * *',
  async run({ ports: { db } }) {
    const where = sql`created_at < now() - interval '24 hours'`;
    await deleteInBatches(db, 'idempotent_answer', { where, oldestBy: 'created_at' });
  },
};
