import { systemTiming, type Timing } from '#platform/outgoing/timing.ts';

const pauseMsMax = 1_000;

/** The real clock, except that the pauses between two requests to one host are over at once. Deadlines are longer. */
export function noPauses(): Timing {
  let skippedMs = 0;
  return {
    now: () => new Date(Date.now() + skippedMs),
    after(delayMs, task) {
      if (delayMs > pauseMsMax) return systemTiming.after(delayMs, task);
      const timer = setImmediate(() => {
        skippedMs += delayMs;
        task();
      });
      return () => clearImmediate(timer);
    },
  };
}
