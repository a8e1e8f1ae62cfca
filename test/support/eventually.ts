import { setTimeout as sleep } from 'node:timers/promises';

/** So long that only what never comes is missed, on however busy a machine. */
const patienceMs = 60_000;

/** Repeats a check until it holds. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await sleep(5);
    }
  }
}
