import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '#core/job.ts';
import type { Kernel } from '#core/kernel.ts';
import { runJob } from '#core/running/run-job.ts';

const pauseMs = 1_000;

/** Runs a job until the process stops, and again whenever it fails. */
export async function runAlways(kernel: Kernel, job: Job, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await runJob(kernel, job, { id: randomUUID(), payload: {}, signal });
    } catch (error) {
      kernel.log.error({ job: job.id, error }, 'a job that runs always failed and is started again');
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
}
