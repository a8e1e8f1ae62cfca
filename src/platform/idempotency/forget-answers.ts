import { sql } from 'kysely';
import { rowsInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';

const rowsAtOnce = 2_000;

/** First answers are promised for 24 hours. */
export const forgetStoredAnswers: Job = {
  id: 'idempotency.forget-answers',
  schedule: '11 * * * *',
  async run({ ports }) {
    await rowsInBatches(
      ports.db,
      rowsAtOnce,
      (limit) => sql`
        delete from idempotent_answer where ctid = any (array(
          select ctid from idempotent_answer
          where created_at < now() - interval '24 hours'
          order by created_at limit ${limit} for update skip locked
        ))`,
    );
  },
};
