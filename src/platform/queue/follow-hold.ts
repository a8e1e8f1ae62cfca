import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#core/context.ts';
import type { Job } from '#core/job.ts';

interface Held {
  jobs: readonly Job[];
  isHeld(): boolean;
  begin(job: Job, signal: AbortSignal): Promise<void>;
  end(job: Job): Promise<void>;
  log: Log;
}

const lookEveryMs = 1_000;

/** Starts the jobs that send unless they are held, and stops or starts them when that changes. `ended` is when that stopped. */
export async function followHold(
  { jobs, isHeld, begin, end, log }: Held,
  stopping: AbortSignal,
): Promise<{ ended: Promise<void> }> {
  let running: AbortController | null = null;
  const follow = async () => {
    if (isHeld() === (running === null)) return;
    if (running) {
      running.abort();
      running = null;
      for (const job of jobs) await end(job);
      log.warn({ jobs: jobs.length }, 'jobs that send wait until outgoing messages are released');
    } else {
      running = new AbortController();
      for (const job of jobs) await begin(job, AbortSignal.any([stopping, running.signal]));
    }
  };
  await follow();
  const untilStopped = async () => {
    while (!stopping.aborted) {
      await sleep(lookEveryMs, undefined, { signal: stopping, ref: false }).catch(() => {});
      if (!stopping.aborted) await follow().catch((error) => log.error({ error }, 'jobs could not be held'));
    }
  };
  return { ended: untilStopped() };
}
