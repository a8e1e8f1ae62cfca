import type { Timing } from '#platform/outgoing/timing.ts';

/** A clock for tests. It moves only with `advance`, which runs due timers in order. */
interface ManualTiming extends Timing {
  advance(ms: number): Promise<void>;
  /** Number of timers that are set but not due. */
  readonly pending: number;
  /** Whether a timer is due in exactly this many milliseconds. */
  isDueIn(ms: number): boolean;
  /** Waits until one is. Tests use it instead of sleeping. */
  dueIn(ms: number): Promise<void>;
}

interface Timer {
  dueMs: number;
  task: () => void;
}

export function openManualTiming(startAt = new Date('2026-03-01T00:00:00Z')): ManualTiming {
  let nowMs = startAt.getTime();
  const timers = new Set<Timer>();
  const waiting = new Set<{ dueMs: number; go: () => void }>();

  const isDueIn = (ms: number) => [...timers].some(({ dueMs }) => dueMs === nowMs + ms);
  const earliest = (untilMs: number) =>
    [...timers].filter((timer) => timer.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];

  return {
    now: () => new Date(nowMs),
    after(delayMs, task) {
      const timer = { dueMs: nowMs + delayMs, task };
      timers.add(timer);
      for (const { dueMs, go } of waiting) if (dueMs === timer.dueMs) go();
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
    isDueIn,
    async dueIn(ms) {
      if (!isDueIn(ms)) await new Promise<void>((go) => waiting.add({ dueMs: nowMs + ms, go }));
    },
  };
}

/** Lets resolved promises continue without any time passing. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
