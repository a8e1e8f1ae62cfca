import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for the work, `timeoutMs` at most. The timer keeps the process alive: one that ends because nothing else is
 * left to do, while its stop still waits here, ends with exit code 13.
 */
export async function waitAtMost(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: done.signal }).catch(() => {});
  try {
    await Promise.race([work, timeout]);
  } finally {
    done.abort();
  }
}
