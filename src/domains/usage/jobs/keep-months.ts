import { inBatches } from '#core/in-batches.ts';
import type { Job } from '#core/job.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { monthsKept, monthsMadeAhead, oldestMonthKept } from '../rules.ts';
import { addMonths, dropMonth, hasRowsOutsideMonths } from '../sql/upkeep.ts';

const alert = { kind: 'usage_outside_months', subject: 'usage' };

/** Creates the usage log's partitions for the coming months and drops those past retention. */
export const keepMonths: Job = {
  id: 'usage.keep-months',
  schedule: '23 2 * * *',
  async run({ ports: { db }, now, log }) {
    await addMonths(db, now(), monthsMadeAhead);
    const oldest = oldestMonthKept(now());
    await inBatches(1, async () => {
      const dropped = await dropMonth(db, oldest);
      if (dropped) log.info({ dropped, monthsKept }, 'dropped a month of usage');
      return dropped ? 1 : 0;
    });
    if (await hasRowsOutsideMonths(db)) await raiseAlert(db, { ...alert, details: {} });
    else await resolveAlert(db, alert);
  },
};
