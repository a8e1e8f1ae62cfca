import { hostname } from 'node:os';
import { type Clock, hourMs, minuteMs } from '#core/clock.ts';
import type { Db, Log } from '#core/context.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { EventLoopDelay } from '#platform/metrics/event-loop-delay.ts';

const kind = 'event_loop_stalled';
/** So long nobody was answered. */
const stalledMs = 1000;
const lookEveryMs = 5000;
const tellEveryMs = minuteMs;
/** After so long without another the alert is closed. */
const calmMs = hourMs;

export interface EventLoopWatchOptions {
  delay: EventLoopDelay;
  db: Db;
  clock: Clock;
  log: Log;
  role: string;
}

export interface EventLoopWatch {
  /** What is done every five seconds from `start` on. */
  look(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** Tells operators of a process that stood still for more than a second: at most once a minute, until an hour of calm. */
export function openEventLoopWatch({ delay, db, clock, log, role }: EventLoopWatchOptions): EventLoopWatch {
  const subject = `${hostname()} ${role}`;
  let seenMs = 0;
  let untold: { longest_ms: number; at: string } | null = null;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let calmSinceMs = clock.now().getTime();
  let isOpen = true;

  async function look(): Promise<void> {
    const nowMs = clock.now().getTime();
    const { longestMs } = delay.recent().now;
    if (longestMs > stalledMs && longestMs > seenMs) {
      untold = { longest_ms: Math.round(longestMs), at: new Date(nowMs).toISOString() };
      calmSinceMs = nowMs;
    }
    seenMs = delay.look() ? 0 : longestMs;
    try {
      if (untold && nowMs - toldAtMs >= tellEveryMs) {
        await raiseAlert(db, { kind, subject, details: untold });
        [untold, toldAtMs, isOpen] = [null, nowMs, true];
      } else if (isOpen && nowMs - calmSinceMs >= calmMs) {
        await resolveAlert(db, { kind, subject });
        isOpen = false;
      }
    } catch (error) {
      log.warn({ error, ...untold }, 'a stall of the event loop could not be told');
    }
  }

  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  return {
    look,
    start() {
      timer = setInterval(() => {
        looking = looking.then(look);
      }, lookEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
