import { actorOf, type Caller } from '../access.ts';
import type { Job, JobContext } from '../job.ts';
import type { Kernel } from '../kernel.ts';
import { transact } from './transact.ts';

/** One attempt at an enqueued job. */
export interface JobAttempt {
  /** The job's id in the queue. Audit rows show it in place of a request id. */
  id: string;
  payload: object;
  signal: AbortSignal;
}

/** Runs a job once, as the service itself. If it throws, the queue retries it. */
export async function runJob(kernel: Kernel, job: Job, { id, payload, signal }: JobAttempt): Promise<void> {
  const caller: Caller = { kind: 'system', job: job.id };
  const author = { by: caller.kind, actor: actorOf(caller), operation: job.id, requestId: id };
  const ctx: JobContext = {
    ports: kernel.ports,
    now: () => kernel.clock.now(),
    caller,
    log: kernel.log,
    signal,
    phase: (work) =>
      transact(kernel, author, (db, { audit, enqueue, afterCommit }) =>
        work({ db, audit, enqueue, afterCommit }),
      ),
  };
  await job.run(ctx, payload);
}
