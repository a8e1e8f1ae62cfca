import { setTimeout as sleep } from 'node:timers/promises';

const everyMs = 3_000;
/** Steps take at most this part of the time, however much there is to do. */
const partOfTime = 1 / 20;

/** Repeats a step of background work every three seconds until the signal aborts, for a job that is `always` there. */
export async function againAndAgain(signal: AbortSignal, step: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    const startedMs = performance.now();
    await step();
    const tookMs = performance.now() - startedMs;
    await sleep(Math.max(everyMs, tookMs / partOfTime), undefined, { signal }).catch(() => {});
  }
}
