import type { Clock } from '#core/clock.ts';
import { type Admission, admission, windowMs } from './rate-limiter.ts';

interface Window {
  count: number;
  endsMs: number;
}

/** The count of this process alone. It answers at once, so that no two requests can interleave. */
export interface WindowCount {
  admit(key: string, perMinute: number): Admission;
  /** Windows in memory. */
  readonly size: number;
}

/** Windows all last equally long, so the order in which they were opened is the order in which they end. */
export function openWindowCount(clock: Clock): WindowCount {
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
    admit(key, perMinute) {
      const nowMs = clock.now().getTime();
      const running = windows.get(key);
      // A clock that was set back may not prolong a window: one that would last longer than a minute is over.
      const open = running && running.endsMs > nowMs && running.endsMs <= nowMs + windowMs;
      const window = open ? running : openWindow(key, nowMs);
      const admitted = window.count < perMinute;
      if (admitted) window.count += 1;
      return admission(admitted, perMinute, window.count, window.endsMs - nowMs, nowMs);
    },
    get size() {
      return windows.size;
    },
  };
}
