import { fromKysely, PgBoss } from 'pg-boss';
import type { Db } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import type { Kernel } from '#core/kernel.ts';
import { type JobAttempt, runJob } from '#core/run-job.ts';

export interface Queue {
  /** Enqueues in the caller's transaction, so a job exists only if the change it is about does. */
  send(db: Db, job: string, payload: object): Promise<void>;
  /** Starts taking jobs and running schedules. API-only processes don't call it. */
  work(): Promise<void>;
  /** Waits up to `timeoutMs` for running jobs. */
  close(timeoutMs: number): Promise<void>;
}

export interface QueueOptions {
  pool: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };
  jobs: readonly Job[];
  kernel: Kernel;
  /** Told of every try of a job, for the metrics. */
  onEnd?: (job: string, outcome: 'done' | 'failed') => void;
}

const retriesDefault: NonNullable<Job['retries']> = { limit: 5, backoff: true };
const timeoutSecondsDefault = 15 * 60;

/** Background jobs on pg-boss, in the schema `pgboss` of the same database. */
export async function openQueue({ pool, jobs, kernel, onEnd }: QueueOptions): Promise<Queue> {
  const { log } = kernel;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    persistWarnings: false,
    reindex: false,
  });
  boss.on('error', (error) => log.error({ error }, 'the job queue reported an error'));
  await boss.start();
  for (const job of jobs) {
    const { retries = retriesDefault, timeoutSeconds = timeoutSecondsDefault, schedule } = job;
    await boss.createQueue(job.id, { policy: schedule ? 'singleton' : 'standard' });
    // An existing queue keeps its original options.
    await boss.updateQueue(job.id, {
      retryLimit: retries.limit,
      retryDelay: retries.delaySeconds ?? 1,
      retryBackoff: retries.backoff ?? false,
      expireInSeconds: timeoutSeconds,
    });
  }
  /** The queue keeps what a job throws, and tries it again; it says nothing of it. */
  const runOnce = async (job: Job, taken: JobAttempt) => {
    try {
      await runJob(kernel, job, taken);
      onEnd?.(job.id, 'done');
    } catch (error) {
      onEnd?.(job.id, 'failed');
      log.error({ error, job: job.id }, 'a job failed');
      throw error;
    }
  };
  return {
    async send(db, job, payload) {
      await boss.send(job, payload, { db: fromKysely(db) });
    },
    async work() {
      await unscheduleVanished(boss, jobs);
      for (const job of jobs) {
        await boss.work<object>(job.id, async ([taken]) => {
          if (taken) await runOnce(job, { ...taken, payload: taken.data ?? {} });
        });
        if (job.schedule) await boss.schedule(job.id, job.schedule, {}, { tz: 'UTC' });
      }
    },
    close: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs }),
  };
}

/** A schedule outlives the release that created it. Remove those that no job uses any more. */
async function unscheduleVanished(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const scheduled = new Set(jobs.filter(({ schedule }) => schedule).map(({ id }) => id));
  for (const { name } of await boss.getSchedules()) {
    if (!scheduled.has(name)) await boss.unschedule(name);
  }
}
