import type { PgBoss } from 'pg-boss';
import type { Log } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import type { QueuePool } from './prepare-queues.ts';

interface Scheduling {
  boss: PgBoss;
  pool: QueuePool;
  jobs: readonly Job[];
  log: Log;
}

export const renewEveryMs = 600_000;

/**
 * A schedule is a lease: each worker renews its own now and every ten minutes. One that wasn't renewed for an hour
 * belongs to no release that still runs. A younger one may be that of another release, and stays.
 */
export async function keepSchedules(scheduling: Scheduling, stopping: AbortSignal): Promise<void> {
  await renew(scheduling);
  const timer = setInterval(() => {
    renew(scheduling).catch((error) => {
      if (!stopping.aborted) scheduling.log.warn({ error }, 'schedules could not be renewed');
    });
  }, renewEveryMs).unref();
  stopping.addEventListener('abort', () => clearInterval(timer));
}

async function renew({ boss, pool, jobs }: Scheduling): Promise<void> {
  for (const { id, schedule } of jobs) {
    if (schedule) await boss.schedule(id, schedule, {}, { tz: 'UTC' });
  }
  await pool.query("delete from pgboss.schedule where updated_on < now() - interval '1 hour'");
}
