import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { deleteInBatches, rowsInBatches } from '#core/database/in-batches.ts';
import { rowOf } from '#core/database/statement.ts';
import type { Job } from '#core/job.ts';
import { optOutLimits } from '../rules.ts';

/** Expires requests that weren't confirmed in time, and deletes old ended ones. */
export const forgetEndedOptOuts: Job = {
  id: 'suppression.forget-opt-outs',
  schedule: '17 * * * *',
  run: ({ ports, now }) => forgetOptOuts(ports.db, now()),
};

const requestsPerBatch = 1_000;

/** A wrong clock of the process can't hurry either. */
async function forgetOptOuts(db: Db, now: Date): Promise<void> {
  const { at } = await rowOf<{
    at: Date;
  }>(db)`select least(${now}::timestamptz, clock_timestamp()) as at`;
  const before = new Date(at.getTime() - optOutLimits.keptMs);
  await rowsInBatches(
    db,
    requestsPerBatch,
    (limit) => sql`
      update opt_out_request set status = 'expired', target = null, decided_at = ${at}
      where ctid = any (array(
        select ctid from opt_out_request where status = 'open' and expires_at <= ${at}
        order by expires_at limit ${limit} for update skip locked
      ))`,
  );
  const where = sql`decided_at <= ${before}`;
  await deleteInBatches(db, 'opt_out_request', { where, oldestBy: 'decided_at', limit: requestsPerBatch });
}
