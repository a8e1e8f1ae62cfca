import { type Clock, systemClock } from '#core/clock.ts';

/** The clock together with its timer, so that a test can hold both still. */
export interface Timing extends Clock {
  /** Runs `task` once after `delayMs`; the answer cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

export const systemTiming: Timing = {
  ...systemClock,
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
