import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Log } from '#core/context.ts';

/** How operators learn of a job that failed on its last try. */
export interface JobAlarm {
  raise(failed: FailedJob): Promise<void>;
  /** The job has succeeded again; without effect when no alarm is open. */
  resolve(job: string): Promise<void>;
}

export interface FailedJob {
  job: string;
  id: string;
  tries: number;
}

/** A job lands here after its last try, also when it ran out of time or its process was killed. */
export const failuresQueue = 'queue.failures';

export async function watchFailures(boss: PgBoss, alarm: JobAlarm, log: Log): Promise<void> {
  await boss.work(failuresQueue, { includeMetadata: true }, async ([failure]: JobWithMetadata[]) => {
    if (!failure) return;
    const { sourceName, sourceId, sourceRetryCount } = failure;
    const failed = { job: sourceName ?? '', id: sourceId ?? '', tries: (sourceRetryCount ?? 0) + 1 };
    log.error(failed, 'a job failed on its last try');
    await alarm.raise(failed);
  });
}
