import { sql } from 'kysely';
import { deleteInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { takeExpired } from '../verdicts/sql.ts';
import { carriersOf, renderSold } from '../verdicts/store-findings.ts';

const perBatch = 500;

/** Deletes expired verdicts, and renders again what was sold with them. */
export const expireVerdicts: Job = {
  id: 'verification.expire-verdicts',
  schedule: '11 * * * *',
  async run({ ports, signal }) {
    for (let taken = perBatch; taken === perBatch && !signal.aborted; ) {
      taken = await ports.db.transaction().execute(async (db) => {
        const keys = await takeExpired(db, perBatch);
        const carriers = await carriersOf(ports, db, keys);
        await renderSold(
          ports,
          db,
          carriers.map(({ hash }) => hash),
        );
        return keys.length;
      });
    }
    const where = sql`hour < clock_timestamp() - interval '7 days'`;
    await deleteInBatches(ports.db, 'verification_hour', { where, oldestBy: 'hour' });
  },
};
