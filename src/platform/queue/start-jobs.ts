import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Job } from '#core/job.ts';
import type { Kernel } from '#core/kernel.ts';
import { runJob } from '#core/running/run-job.ts';
import { inSpan } from '#core/tracing/span.ts';
import type { JobAlarm } from './failures.ts';
import { storableError } from './storable-error.ts';

export interface Starting {
  boss: PgBoss;
  jobs: readonly Job[];
  kernel: Kernel;
  alarm: JobAlarm;
  /** Whether jobs that send have to wait. */
  isHeld(): boolean;
  /** Called after every try of a job, for the metrics. */
  onEnd?: ((job: string, outcome: 'done' | 'failed') => void) | undefined;
  /** Gets what a stop waits for. */
  running: Promise<void>[];
  /** Aborts as soon as the process stops. */
  stopping: AbortSignal;
}

const lookEveryMs = 1_000;

/** Starts to take jobs. Those that send are started unless they are held, and stopped or started when that changes. */
export async function startJobs(starting: Starting): Promise<void> {
  const { boss, jobs, isHeld, running, kernel, stopping } = starting;
  const senders = jobs.filter(({ sends }) => sends);
  for (const job of jobs) if (!job.sends) await start(starting, job, stopping);
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
      for (const job of senders) await start(starting, job, signal);
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

async function start(starting: Starting, job: Job, signal: AbortSignal): Promise<void> {
  const { boss, kernel, running } = starting;
  if (job.always) {
    running.push(runAlways(kernel, job, signal));
    return;
  }
  for (let loop = 0; loop < (job.atOnce ?? 1); loop += 1) {
    let worker = '';
    worker = await boss.work(job.id, { includeMetadata: true }, async ([taken]: JobWithMetadata[]) => {
      // Looks for the next job at once. By default pg-boss takes one job in two seconds, however many wait.
      if (taken) await traced(starting, job, taken).finally(() => boss.notifyWorker(worker));
    });
  }
}

const pauseMs = 1_000;

/** Runs a job until the process stops, and again whenever it fails. */
async function runAlways(kernel: Kernel, job: Job, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await runJob(kernel, job, { id: randomUUID(), payload: {}, signal });
    } catch (error) {
      kernel.log.error({ job: job.id, error }, 'a job that runs always failed and is started again');
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
}

function traced(starting: Starting, job: Job, taken: JobWithMetadata): Promise<void> {
  const trace = starting.kernel.ports.tracer.begin('job', job.id, null);
  const attributes = { 'contactry.job.attempt': taken.retryCount + 1 };
  return inSpan(trace, attributes, () => tryOnce(starting, job, taken));
}

/** One try of a job. Its error is logged, and thrown to the queue in a form that the queue can store. */
async function tryOnce(
  { kernel, alarm, stopping, onEnd }: Starting,
  job: Job,
  taken: JobWithMetadata,
): Promise<void> {
  const { log } = kernel;
  const { id, retryCount, retryLimit } = taken;
  const attempt = { job: job.id, id, attempt: retryCount + 1, tries: retryLimit + 1 };
  const signal = AbortSignal.any([taken.signal, stopping]);
  const givenUp = () => log.warn(attempt, 'a job ran out of time, or the queue lost sight of it');
  // A job that ignores the signal continues, but the queue has given it up and ignores its end.
  taken.signal.addEventListener('abort', givenUp);
  try {
    await runJob(kernel, job, { id, payload: taken.data ?? {}, signal });
    onEnd?.(job.id, 'done');
  } catch (thrown) {
    onEnd?.(job.id, 'failed');
    const error = storableError(thrown);
    log.warn({ ...attempt, error: thrown instanceof Error ? thrown : error }, 'a job failed');
    throw error;
  } finally {
    taken.signal.removeEventListener('abort', givenUp);
  }
  await alarm.resolve(job.id).catch((error) => log.warn({ ...attempt, error }, 'an alert stays open'));
}
