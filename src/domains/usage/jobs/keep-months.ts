import { inBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { forgetLookupTimes } from '../sql/lookup-times.ts';
import { addMonth, deleteOldRowsOutside, dropMonth, rowsOutsideMonths } from '../sql/upkeep.ts';

const alert = { kind: 'usage_outside_months', subject: 'usage' } as const;

/** Creates the partitions of the usage log and the audit log for the coming months and drops those past retention, by the database's clock. */
export const keepMonths: Job = {
  id: 'usage.keep-months',
  schedule: '23 2 * * *',
  async run({ ports: { db, settings }, log }) {
    const { audit_months: auditMonths } = settings.current();
    await inBatches(1, async () => ((await addMonth(db, auditMonths)) ? 1 : 0));
    await inBatches(1, async () => {
      const dropped = await dropMonth(db, auditMonths);
      if (dropped) log.info({ dropped }, 'dropped a month');
      return dropped ? 1 : 0;
    });
    await deleteOldRowsOutside(db, auditMonths);
    await forgetLookupTimes(db);
    const outside = await rowsOutsideMonths(db);
    if (outside.length > 0) await raiseAlert(db, { ...alert, details: { outside } });
    else await resolveAlert(db, alert);
  },
};
