import type { Timing } from './timing.ts';

/** A clock for tests: it moves only by `advance`, and timers that come due run in order. */
interface ManualTiming extends Timing {
  advance(ms: number): Promise<void>;
  /** Timers that are set and not due. */
  readonly pending: number;
}

interface Timer {
  dueMs: number;
  task: () => void;
}

export function openManualTiming(startAt = new Date('2026-03-01T00:00:00Z')): ManualTiming {
  let nowMs = startAt.getTime();
  const timers = new Set<Timer>();

  const earliest = (untilMs: number) =>
    [...timers].filter((timer) => timer.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];

  return {
    now: () => new Date(nowMs),
    after(delayMs, task) {
      const timer = { dueMs: nowMs + delayMs, task };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const untilMs = nowMs + ms;
      await settled();
      for (let due = earliest(untilMs); due; due = earliest(untilMs)) {
        nowMs = Math.max(nowMs, due.dueMs);
        timers.delete(due);
        due.task();
        await settled();
      }
      nowMs = untilMs;
    },
    get pending() {
      return timers.size;
    },
  };
}

/** Lets promises that are ready run on, without letting any time pass. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
