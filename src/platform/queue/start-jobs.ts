import { setTimeout as sleep } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Job } from '#core/job.ts';
import type { Kernel } from '#core/kernel.ts';
import type { JobAlarm } from './failures.ts';
import { runAlways } from './run-always.ts';
import { takeJob } from './take-job.ts';

interface Starting {
  boss: PgBoss;
  jobs: readonly Job[];
  kernel: Kernel;
  alarm: JobAlarm;
  /** Whether jobs that send have to wait. */
  isHeld(): boolean;
  onEnd?: ((job: string, outcome: 'done' | 'failed') => void) | undefined;
  /** Gets what a stop waits for. */
  running: Promise<void>[];
}

const lookEveryMs = 1_000;

/** Starts to take jobs. Those that send are started unless they are held, and stopped or started when that changes. */
export async function startJobs(starting: Starting, stopping: AbortSignal): Promise<void> {
  const { boss, jobs, isHeld, running, kernel } = starting;
  const senders = jobs.filter(({ sends }) => sends);
  for (const job of jobs) if (!job.sends) await start(starting, job, stopping, stopping);
  let sending: AbortController | null = null;
  const follow = async () => {
    if (isHeld() === (sending === null)) return;
    if (sending) {
      sending.abort();
      sending = null;
      for (const job of senders) if (!job.always) await boss.offWork(job.id);
      kernel.log.warn({ jobs: senders.length }, 'jobs that send wait until outgoing messages are released');
    } else {
      sending = new AbortController();
      const signal = AbortSignal.any([stopping, sending.signal]);
      for (const job of senders) await start(starting, job, signal, stopping);
    }
  };
  await follow();
  const keepFollowing = async () => {
    while (!stopping.aborted) {
      await sleep(lookEveryMs, undefined, { signal: stopping, ref: false }).catch(() => {});
      if (stopping.aborted) return;
      await follow().catch((error) => kernel.log.error({ error }, 'jobs could not be held or released'));
    }
  };
  running.push(keepFollowing());
}

async function start(
  { boss, kernel, alarm, onEnd, running }: Starting,
  job: Job,
  signal: AbortSignal,
  stopping: AbortSignal,
): Promise<void> {
  if (job.always) {
    running.push(runAlways(kernel, job, signal));
    return;
  }
  const take = takeJob({ kernel, job, alarm, stopping, onEnd });
  for (let loop = 0; loop < (job.atOnce ?? 1); loop += 1) {
    let worker = '';
    worker = await boss.work(job.id, { includeMetadata: true }, async ([taken]: JobWithMetadata[]) => {
      // Looks for the next job at once. By default pg-boss takes one job in two seconds, however many wait.
      if (taken) await take(taken).finally(() => boss.notifyWorker(worker));
    });
  }
}
