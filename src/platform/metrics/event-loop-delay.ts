import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Clock, minuteMs } from '#core/clock.ts';

/** How long callbacks waited for the event loop, beyond their own time. */
export interface LoopDelay {
  longestMs: number;
  p99Ms: number;
}

/** The part of Node's histogram that we read. Values are in nanoseconds. */
export interface DelayHistogram {
  readonly max: number;
  percentile(percent: number): number;
  reset(): void;
}

export type EventLoopDelay = ReturnType<typeof openEventLoopDelay>;

const resolutionMs = 20;
const windowMs = minuteMs;
const none: LoopDelay = { longestMs: 0, p99Ms: 0 };

function startHistogram(): DelayHistogram {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  return histogram;
}

/** Node's histogram includes the 20 ms of its own timer, which is subtracted here. */
export function openEventLoopDelay(clock: Clock, histogram = startHistogram()) {
  let before = none;
  let beganAt = clock.now();
  const msOf = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
  const current = (): LoopDelay => ({
    longestMs: msOf(histogram.max),
    p99Ms: msOf(histogram.percentile(99)),
  });
  return {
    /** The current minute, which began when `look` closed the last one, and the minute before. */
    recent: () => ({ now: current(), before }),
    /** Forgets everything so far. */
    reset() {
      [before, beganAt] = [none, clock.now()];
      histogram.reset();
    },
    /** Closes the current minute if it is over. Returns whether it did. */
    look(): boolean {
      const now = clock.now();
      if (now.getTime() - beganAt.getTime() < windowMs) return false;
      before = current();
      beganAt = now;
      histogram.reset();
      return true;
    },
  };
}
