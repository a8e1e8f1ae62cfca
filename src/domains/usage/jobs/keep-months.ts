import { inBatches } from '#core/in-batches.ts';
import type { Job } from '#core/job.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { forgetLookupTimes } from '../sql/lookup-times.ts';
import { addMonth, deleteOldRowsOutside, dropMonth, rowsOutsideMonths } from '../sql/upkeep.ts';

const alert = { kind: 'usage_outside_months', subject: 'usage' };

/** Creates the usage log's partitions for the coming months and drops those past retention, by the database's clock. */
export const keepMonths: Job = {
  id: 'usage.keep-months',
  schedule: '23 2 * * *',
  async run({ ports: { db }, log }) {
    await inBatches(1, async () => ((await addMonth(db)) ? 1 : 0));
    await inBatches(1, async () => {
      const dropped = await dropMonth(db);
      if (dropped) log.info({ dropped }, 'dropped a month of usage');
      return dropped ? 1 : 0;
    });
    await deleteOldRowsOutside(db);
    await forgetLookupTimes(db);
    const outside = await rowsOutsideMonths(db);
    if (outside.length > 0) await raiseAlert(db, { ...alert, details: { outside } });
    else await resolveAlert(db, alert);
  },
};
