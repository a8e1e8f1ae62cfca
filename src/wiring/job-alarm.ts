import type { Db } from '#core/context.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { JobAlarm } from '#platform/queue/failures.ts';

const kind = 'job_failed';

/** One alert per job, whichever of its runs failed; the log says why, under the run's id. */
export const openJobAlarm = (db: Db): JobAlarm => ({
  raise: ({ job, id, tries }) => raiseAlert(db, { kind, subject: job, details: { id, tries } }),
  resolve: (job) => resolveAlert(db, { kind, subject: job }),
});
