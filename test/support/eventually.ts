import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for a busy machine: only what never happens times out. */
export const patienceMs = 120_000;

/** Repeats a check until it passes; gives what it gives then. `everyMs` is for checks that a rate limit counts. */
export async function eventually<Result>(check: () => Promise<Result>, everyMs = 5): Promise<Result> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await sleep(everyMs);
    }
  }
}
