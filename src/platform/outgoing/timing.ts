import { type Clock, systemClock } from '#core/clock.ts';

/** A clock with timers, so that tests can control both. */
export interface Timing extends Clock {
  /** Runs `task` once after `delayMs`. The returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

export const systemTiming: Timing = {
  ...systemClock,
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
