import { sql } from 'kysely';
import { deleteInBatches, inBatches, rowsInBatches } from '#core/database/in-batches.ts';
import { fieldOf } from '#core/database/statement.ts';
import type { Job } from '#core/job.ts';

const rowsPerBatch = 2_000;

/**
 * Deletes expired answers, and validators unused for 30 days. A profile stays findable by its values as long as anything of it
 * may be stored: 30 days for an answer or validator, and one more for a lookup answered from them.
 */
export const forgetStale: Job = {
  id: 'sources.forget-stale-answers',
  schedule: '37 * * * *',
  async run({ ports: { db } }) {
    await inBatches(
      rowsPerBatch,
      (limit) => fieldOf<number>(db)`select source_answer_forget(${limit}) as forgotten`,
    );
    await rowsInBatches(
      db,
      rowsPerBatch,
      (limit) => sql`
        delete from source_claim where ctid = any (array(
          select ctid from source_claim where claimed_until < now() limit ${limit} for update skip locked
        ))`,
    );
    const unused = sql`fetched_at < now() - interval '30 days'`;
    await deleteInBatches(db, 'http_validator', { where: unused, oldestBy: 'fetched_at' });
    const unfindable = sql`seen_at < now() - interval '31 days'`;
    await deleteInBatches(db, 'source_profile', { where: unfindable, oldestBy: 'seen_at' });
  },
};
