import type { OpenDomain } from '#core/domain.ts';
import { port } from '#core/ports.ts';

/** Wakes the loops of this process. */
export interface JobWork {
  wake(): void;
  /** Resolves when there may be work, after `timeoutMs` at the latest, or when the signal aborts. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export const JobWork = port<JobWork>('job-work');

function openJobWork(): JobWork {
  const waiting = new Set<() => void>();
  return {
    wake() {
      for (const resolve of waiting) resolve();
    },
    async wait(timeoutMs, signal) {
      if (signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, timeoutMs);
      const stop = () => resolve();
      signal.addEventListener('abort', stop);
      waiting.add(resolve);
      await promise;
      waiting.delete(resolve);
      // This runs whenever there is no work, so listeners must not pile up.
      signal.removeEventListener('abort', stop);
      clearTimeout(timer);
    },
  };
}

/** New work is announced on the channel `job_work`, by the transaction that makes it. */
export function openJobs(): OpenDomain {
  const jobWork = openJobWork();
  return {
    ports: [JobWork.opened(jobWork)],
    feed: {
      channels: ['job_work'],
      onChange: jobWork.wake,
      onFeedLost: () => {},
      onFeedRestored: jobWork.wake,
    },
  };
}
