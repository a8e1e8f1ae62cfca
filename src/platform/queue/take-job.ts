import type { JobWithMetadata } from 'pg-boss';
import type { Job } from '#core/job.ts';
import type { Kernel } from '#core/kernel.ts';
import { runJob } from '#core/running/run-job.ts';
import type { JobAlarm } from './failures.ts';
import { storableError } from './storable-error.ts';

interface Taking {
  kernel: Kernel;
  job: Job;
  alarm: JobAlarm;
  /** Aborts as soon as the process stops. */
  stopping: AbortSignal;
  /** Called after every try, for the metrics. */
  onEnd?: ((job: string, outcome: 'done' | 'failed') => void) | undefined;
}

/** One try of a job. Its error is logged, and thrown to the queue in a form that the queue can store. */
export function takeJob({ kernel, job, alarm, stopping, onEnd }: Taking) {
  const { log } = kernel;
  return async (taken: JobWithMetadata): Promise<void> => {
    const attempt = {
      job: job.id,
      id: taken.id,
      attempt: taken.retryCount + 1,
      tries: taken.retryLimit + 1,
    };
    const signal = AbortSignal.any([taken.signal, stopping]);
    const givenUp = () => log.warn(attempt, 'a job ran out of time, or the queue lost sight of it');
    // A job that ignores the signal continues, but the queue has given it up and ignores its end.
    taken.signal.addEventListener('abort', givenUp);
    try {
      await runJob(kernel, job, { id: taken.id, payload: taken.data ?? {}, signal });
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
  };
}
