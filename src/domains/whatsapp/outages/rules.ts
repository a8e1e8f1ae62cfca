import { dayMs, minuteMs } from '#core/clock.ts';
import type { Trouble } from '#platform/messaging/messaging.ts';

export interface Act {
  /** What it keeps from working: every message, or this one. */
  stops: 'everything' | 'this message';
  /** Whether an operator should know. */
  alerts: boolean;
  /** How long no process sends anything. */
  pauseMs?: number;
  /** How long nothing more is sent to the number. */
  restMs?: number;
}

/**
 * The consequences of a vendor's errors. Callers must never see anything about one number, so they only learn of what stops
 * everything.
 */
export const acts: Readonly<Record<Trouble, Act>> = {
  recipient: { stops: 'this message', alerts: false },
  recipient_limit: { stops: 'this message', alerts: false, restMs: dayMs },
  pair_limit: { stops: 'this message', alerts: false, restMs: 5 * minuteMs },
  throughput: { stops: 'everything', alerts: true, pauseMs: minuteMs },
  temporary: { stops: 'this message', alerts: false },
  template: { stops: 'everything', alerts: true },
  request: { stops: 'this message', alerts: true },
  credential: { stops: 'everything', alerts: true, pauseMs: 5 * minuteMs },
  account: { stops: 'everything', alerts: true, pauseMs: 5 * minuteMs },
  // Only this message: a single number abroad must not stop the others.
  country: { stops: 'this message', alerts: true },
  test_recipient: { stops: 'this message', alerts: true },
  unknown: { stops: 'this message', alerts: true },
};

/** Those that an accepted message disproves. */
export const overOnSuccess = (Object.keys(acts) as Trouble[]).filter(
  (trouble) => acts[trouble].alerts && acts[trouble].stops === 'everything',
);
