import type { Log } from '#core/context.ts';
import { waitAtMost } from '#core/wait-at-most.ts';

/** Work that no answer waits for. */
export interface Background {
  /** A failure is logged. */
  add(work: Promise<unknown>): void;
  /** Waits for what is under way, `timeoutMs` at most. */
  settled(timeoutMs: number): Promise<void>;
}

export function openBackground(log: Log): Background {
  const underWay = new Set<Promise<unknown>>();
  return {
    add(work) {
      const watched = work
        .catch((error) => log.error({ error }, 'what a lookup left to do failed'))
        .finally(() => underWay.delete(watched));
      underWay.add(watched);
    },
    settled: (timeoutMs) => waitAtMost(timeoutMs, Promise.allSettled(underWay)),
  };
}
