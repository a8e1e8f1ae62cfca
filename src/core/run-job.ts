import { actorOf, type Caller } from './caller.ts';
import type { Job, JobContext } from './job.ts';
import type { Kernel } from './kernel.ts';
import { transact } from './transact.ts';

/** One try of an enqueued job. */
export interface TakenJob {
  /** Of the job in the queue; stands in the audit rows where a request's id would. */
  id: string;
  payload: object;
  signal: AbortSignal;
}

/** Runs a job once, as the service itself. What it throws is for the queue, which tries it again. */
export async function runJob(kernel: Kernel, job: Job, { id, payload, signal }: TakenJob): Promise<void> {
  const caller: Caller = { kind: 'system', job: job.id };
  const author = { actor: actorOf(caller), operation: job.id, requestId: id };
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
