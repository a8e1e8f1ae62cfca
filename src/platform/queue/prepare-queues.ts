import type { PgBoss, QueuePolicy, QueueResult } from 'pg-boss';
import type { Job } from '#core/job.ts';
import { failuresQueue } from './failures.ts';

/** The part of a pool that the queue needs. */
export interface QueuePool {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

const retriesDefault: NonNullable<Job['retries']> = { limit: 5, backoff: true };
const timeoutSecondsDefault = 15 * 60;
/** A job whose process was killed is tried again after so long, and up to a minute until the next look. */
const heartbeatSeconds = 60;
const failuresKeptSeconds = 3_600;

/** Makes the queues that are missing, and changes those that aren't what their jobs ask for now. Most starts find none. */
export async function prepareQueues(boss: PgBoss, pool: QueuePool, jobs: readonly Job[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!known.has(failuresQueue))
    await boss.createQueue(failuresQueue, { deleteAfterSeconds: failuresKeptSeconds });
  for (const job of jobs) {
    const queue = known.get(job.id);
    const wanted = wantedOf(job);
    if (!queue) await boss.createQueue(job.id, { policy: policyOf(job) });
    if (!queue || !isAs(queue, wanted)) await boss.updateQueue(job.id, wanted);
  }
  await pool.query(changePolicies, [jobs.map(({ id }) => id), jobs.map(policyOf)]);
}

const wantedOf = ({ retries = retriesDefault, timeoutSeconds = timeoutSecondsDefault }: Job) => ({
  retryLimit: retries.limit,
  retryDelay: retries.delaySeconds ?? 1,
  retryBackoff: retries.backoff ?? false,
  expireInSeconds: timeoutSeconds,
  heartbeatSeconds,
  deadLetter: failuresQueue,
});

const isAs = (queue: QueueResult, wanted: ReturnType<typeof wantedOf>): boolean =>
  Object.entries(wanted).every(([name, value]) => queue[name as keyof typeof wanted] === value);

const policyOf = ({ schedule }: Job): QueuePolicy => (schedule ? 'singleton' : 'standard');

/**
 * pg-boss can't change a policy, and each job has a copy of it. Jobs under way keep theirs when a queue becomes a singleton:
 * the index that lets one job run at a time would refuse two of them.
 */
const changePolicies = `
  with wanted as (
    select * from unnest($1::text[], $2::text[]) as wanted (name, policy)
  ), changed as (
    update pgboss.queue
    set policy = wanted.policy
    from wanted
    where queue.name = wanted.name and queue.policy <> wanted.policy
    returning queue.name, queue.policy
  )
  update pgboss.job
  set policy = changed.policy
  from changed
  where job.name = changed.name and (job.state < 'active' or changed.policy = 'standard')`;
