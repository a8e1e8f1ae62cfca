import { waitAtMost } from '#core/concurrency/wait-at-most.ts';
import type { Log } from '#core/context.ts';

/** Work that no answer waits for. */
export interface Background {
  /** Logs a failure. */
  add(work: Promise<unknown>): void;
  /** Waits for work in progress, `timeoutMs` at most. */
  settled(timeoutMs: number): Promise<void>;
}

export function openBackground(log: Log): Background {
  const underWay = new Set<Promise<unknown>>();
  return {
    add(work) {
      const watched = work
        .catch((error) => log.error({ error }, 'background work of a lookup failed'))
        .finally(() => underWay.delete(watched));
      underWay.add(watched);
    },
    settled: (timeoutMs) => waitAtMost(timeoutMs, Promise.allSettled(underWay)),
  };
}
