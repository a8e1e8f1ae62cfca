import { fromKysely, PgBoss } from 'pg-boss';
import type { Clock } from '#core/clock.ts';
import type { Db, Log, Ports } from '#core/context.ts';
import type { Job } from '#core/operation.ts';

export interface Queue {
  /** Enqueues in the caller's transaction: a job exists exactly when what it is about exists. */
  send(db: Db, job: string, payload: object): Promise<void>;
  /** Starts taking jobs and keeping schedules; a process that only answers requests doesn't call it. */
  work(): Promise<void>;
  /** Lets running jobs finish, `timeoutMs` at most. */
  close(timeoutMs: number): Promise<void>;
}

export interface QueueOptions {
  pool: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };
  jobs: readonly Job[];
  ports: Ports;
  clock: Clock;
  log: Log;
}

/** Background work on pg-boss, in the schema `pgboss` of the same database. */
export async function openQueue({ pool, jobs, ports, clock, log }: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    persistWarnings: false,
    reindex: false,
  });
  boss.on('error', (error) => log.error({ error }, 'the job queue reports an error'));
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.id, {
      retryLimit: 5,
      retryBackoff: true,
      policy: job.schedule ? 'singleton' : 'standard',
    });
  }
  return {
    async send(db, job, payload) {
      await boss.send(job, payload, { db: fromKysely(db) });
    },
    async work() {
      for (const job of jobs) {
        await boss.work<object>(job.id, async ([taken]) => {
          await job.run({ ports, now: () => clock.now(), log }, taken?.data ?? {});
        });
        if (job.schedule) await boss.schedule(job.id, job.schedule, {}, { tz: 'UTC' });
      }
    },
    close: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs }),
  };
}
