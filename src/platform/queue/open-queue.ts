import { fromKysely, PgBoss } from 'pg-boss';
import { waitAtMost } from '#core/concurrency/wait-at-most.ts';
import type { Db } from '#core/context.ts';
import { watchFailures } from './failures.ts';
import { prepareQueues, type QueuePool } from './prepare-queues.ts';
import { queueErrorLog } from './queue-error-log.ts';
import { keepSchedules } from './schedules.ts';
import { type Starting, startJobs } from './start-jobs.ts';

export interface Queue {
  /** Enqueues in the caller's transaction, so a job exists only if the change it is about does. */
  send(db: Db, job: string, payload: object): Promise<void>;
  /** Starts taking jobs and running schedules. API-only processes don't call it. */
  work(): Promise<void>;
}

interface QueueOptions extends Omit<Starting, 'boss' | 'running' | 'stopping'> {
  pool: QueuePool;
}

/** Jobs that are under way when the process stops have so long to end. */
const jobsEndMs = 10_000;

/** Background jobs on pg-boss, in the schema `pgboss` of the same database. `stack` closes it. */
export async function openQueue(
  { pool, ...options }: QueueOptions,
  stack: AsyncDisposableStack,
): Promise<Queue> {
  const { jobs, kernel, alarm } = options;
  const { log } = kernel;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    persistWarnings: false,
    reindex: false,
  });
  boss.on('error', queueErrorLog(kernel));
  // Also after a start that failed half-way: timers and workers of the queue's own may be running.
  stack.defer(() => boss.stop({ graceful: true, timeout: jobsEndMs }));
  // pg-boss aborts a job's own signal only when the time to end is over.
  const stopping = new AbortController();
  const running: Promise<void>[] = [];
  stack.defer(() => waitAtMost(jobsEndMs, Promise.all(running)));
  stack.defer(() => stopping.abort());
  await boss.start();
  const queued = jobs.filter(({ always }) => !always);
  await prepareQueues(boss, pool, queued);
  return {
    async send(db, job, payload) {
      await boss.send(job, payload, { db: fromKysely(db) });
    },
    async work() {
      await keepSchedules({ boss, pool, jobs: queued, log }, stopping.signal);
      await watchFailures(boss, alarm, log);
      await startJobs({ ...options, boss, running, stopping: stopping.signal });
    },
  };
}
