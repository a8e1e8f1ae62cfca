import type { Clock } from '#core/clock.ts';
import type { Admission } from '#core/rate-limiter.ts';

export const windowMs = 60_000;

/** The decision for a window that has counted `count` requests and ends in `resetMs`. */
export function admission(
  admitted: boolean,
  limit: number,
  count: number,
  resetMs: number,
  nowMs: number,
): Admission {
  return {
    admitted,
    limit,
    remaining: Math.max(0, limit - count),
    resetMs,
    windowStartedAt: new Date(nowMs + resetMs - windowMs),
  };
}

interface Window {
  count: number;
  endsMs: number;
}

/**
 * The count of this process alone. It is synchronous, so requests can't interleave. All windows have the same length, so they end
 * in the order they opened.
 */
export function openWindowCount(clock: Clock) {
  const windows = new Map<string, Window>();

  const openWindow = (key: string, nowMs: number): Window => {
    windows.delete(key);
    for (const [oldest, { endsMs }] of windows) {
      if (endsMs > nowMs) break;
      windows.delete(oldest);
    }
    const opened = { count: 0, endsMs: nowMs + windowMs };
    windows.set(key, opened);
    return opened;
  };

  return {
    admit(key: string, perMinute: number): Admission {
      const nowMs = clock.now().getTime();
      const running = windows.get(key);
      // After the clock is set back, a window that would last longer than a minute counts as over.
      const open = running && running.endsMs > nowMs && running.endsMs <= nowMs + windowMs;
      const window = open ? running : openWindow(key, nowMs);
      const admitted = window.count < perMinute;
      if (admitted) window.count += 1;
      return admission(admitted, perMinute, window.count, window.endsMs - nowMs, nowMs);
    },
    /** Windows in memory. */
    get size(): number {
      return windows.size;
    },
  };
}
