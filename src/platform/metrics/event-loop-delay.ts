import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Clock, minuteMs } from '#core/clock.ts';

/** How long everything that waited for a turn was kept waiting, besides its own time. */
export interface LoopDelay {
  longestMs: number;
  p99Ms: number;
}

/** The part of Node's histogram that is read; its values are nanoseconds. */
export interface DelayHistogram {
  readonly max: number;
  percentile(percent: number): number;
  reset(): void;
}

export interface EventLoopDelay {
  /** Since the minute began that `look` last closed, and in the one before. */
  recent(): { now: LoopDelay; before: LoopDelay };
  /** Closes the minute when it is over, and says whether it was. */
  look(): boolean;
}

const resolutionMs = 20;
const windowMs = minuteMs;
const none: LoopDelay = { longestMs: 0, p99Ms: 0 };

function startHistogram(): DelayHistogram {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  return histogram;
}

/** Node measures by a timer that it sets anew each time: what it tells includes the timer's own 20 ms. */
export function openEventLoopDelay(clock: Clock, histogram = startHistogram()): EventLoopDelay {
  let before = none;
  let beganAt = clock.now();
  const msOf = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
  const current = (): LoopDelay => ({
    longestMs: msOf(histogram.max),
    p99Ms: msOf(histogram.percentile(99)),
  });
  return {
    recent: () => ({ now: current(), before }),
    look() {
      const now = clock.now();
      if (now.getTime() - beganAt.getTime() < windowMs) return false;
      before = current();
      beganAt = now;
      histogram.reset();
      return true;
    },
  };
}
