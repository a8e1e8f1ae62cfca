import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a check until it holds, a second at most. */
export async function withinASecond(check: () => Promise<void>, timeoutMs = 1_000): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await sleep(5);
    }
  }
}
