import type { Clock } from '#core/clock.ts';

/** A clock that moves only when a test moves it. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function manualClock(startAt = new Date('2026-03-01T00:00:00Z')): ManualClock {
  let nowMs = startAt.getTime();
  return {
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms;
    },
  };
}
