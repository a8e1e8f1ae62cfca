import { sql } from 'kysely';
import type { Phase, Ports } from '#core/context.ts';
import { deleteInBatches } from '#core/database/in-batches.ts';
import { rowsOf } from '#core/database/statement.ts';
import type { Job } from '#core/job.ts';
import { shareSuppressionLock } from '../sql.ts';
import { announceWithdrawal, eraseFrom } from '../stores.ts';

const rowsPerBatch = 200;

/** In a cell: erases what the directory's installation has withdrawn. There: deletes the rows of former days. */
export const withdrawReplicated: Job = {
  id: 'suppression.withdraw-replicated',
  schedule: '*/5 * * * *',
  async run({ ports, phase, signal }) {
    if (ports.isCell) while (!signal.aborted && (await phase((one) => withdrawBatch(ports, one))));
    else {
      const where = sql`at < now() - interval '1 day'`;
      await deleteInBatches(ports.db, 'suppression_withdrawal', { where, oldestBy: 'at', limit: 1_000 });
    }
  },
};

/** Returns whether there may be more. */
async function withdrawBatch({ personalData }: Ports, { db }: Phase): Promise<boolean> {
  await shareSuppressionLock(db);
  const rows = await rowsOf<{ profile_hash: string; is_announced: boolean }>(db)`
    delete from suppression_withdrawal where ctid = any (array(
      select ctid from suppression_withdrawal order by at limit ${rowsPerBatch}::integer for update skip locked
    ))
    returning profile_hash, is_announced`;
  const hashesOf = (some: typeof rows) => [...new Set(some.map(({ profile_hash }) => profile_hash))];
  await eraseFrom(personalData, db, hashesOf(rows));
  await announceWithdrawal(personalData, db, hashesOf(rows.filter(({ is_announced }) => is_announced)));
  return rows.length === rowsPerBatch;
}
