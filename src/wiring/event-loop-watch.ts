import { hostname } from 'node:os';
import { type Clock, hourMs, minuteMs } from '#core/clock.ts';
import type { Db, Log } from '#core/context.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { EventLoopDelay } from '#platform/metrics/event-loop-delay.ts';

const kind = 'event_loop_stalled';
/** A delay this long counts as a stall. */
const stalledMs = 1000;
const checkEveryMs = 5000;
const reportEveryMs = minuteMs;
/** The alert closes after this long without a stall. */
const resolveAfterMs = hourMs;

interface EventLoopWatchOptions {
  delay: EventLoopDelay;
  db: Db;
  clock: Clock;
  log: Log;
  role: string;
}

export type EventLoopWatch = ReturnType<typeof openEventLoopWatch>;

/** Alerts operators when the process stalls for more than a second: at most once a minute, until an hour passes without one. */
export function openEventLoopWatch({ delay, db, clock, log, role }: EventLoopWatchOptions) {
  const subject = `${hostname()} ${role}`;
  let seenMs = 0;
  let unreported: { longest_ms: number; at: string } | null = null;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  let lastStallMs = clock.now().getTime();
  let isOpen = true;

  async function look(): Promise<void> {
    const nowMs = clock.now().getTime();
    const { longestMs } = delay.recent().now;
    if (longestMs > stalledMs && longestMs > seenMs) {
      unreported = { longest_ms: Math.round(longestMs), at: new Date(nowMs).toISOString() };
      lastStallMs = nowMs;
    }
    seenMs = delay.look() ? 0 : longestMs;
    try {
      if (unreported && nowMs - reportedAtMs >= reportEveryMs) {
        await raiseAlert(db, { kind, subject, details: unreported });
        [unreported, reportedAtMs, isOpen] = [null, nowMs, true];
      } else if (isOpen && nowMs - lastStallMs >= resolveAfterMs) {
        await resolveAlert(db, { kind, subject });
        isOpen = false;
      }
    } catch (error) {
      log.warn({ error, ...unreported }, 'could not raise an alert for a stalled event loop');
    }
  }

  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  return {
    /** Runs every five seconds after `start`. */
    look,
    /** Call it when the process is ready. Stalls during startup delay no request. */
    start() {
      delay.reset();
      timer = setInterval(() => {
        looking = looking.then(look);
      }, checkEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
