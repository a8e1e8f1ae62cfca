import { port } from '#core/ports.ts';
/** Tells the loops of this process that there may be work. */
export interface JobWork {
  wake(): void;
  /** Resolves when there may be work, after `timeoutMs` at the latest, or when the signal aborts. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export const JobWork = port<JobWork>('job-work');

export function openJobWork(): JobWork {
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
      // The process waits as often as there is no work.
      signal.removeEventListener('abort', stop);
      clearTimeout(timer);
    },
  };
}
