import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
} from 'cockatiel';
import { minuteMs } from '#core/clock.ts';
import type { Headers } from '../exchange/exchange.ts';
import { rateLimitReset, retryAfter } from '../exchange/retry-after.ts';
import type { Timing } from '../timing.ts';

export interface VendorBreakerOptions {
  /** How many failures in a row open the breaker. */
  failures?: number;
  /** How long it stays open before one trial call, in milliseconds. */
  openMs?: number;
}

/** The vendor's health as shown by a call. `unknown`: the caller gave up too early to tell. */
export type Health = 'well' | 'failing' | 'unknown';

export type VendorBreaker = ReturnType<typeof openVendorBreaker>;

/** Carries an inconclusive result past the breaker's counting. */
class Inconclusive<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super();
    this.result = result;
  }
}

export function openVendorBreaker(timing: Timing, options: VendorBreakerOptions = {}) {
  const { failures = 5, openMs = 30_000 } = options;
  let openUntilMs = 0;

  const policy = circuitBreaker(
    handleWhenResult((outcome) => (outcome as { health: Health }).health !== 'well'),
    { breaker: new ConsecutiveBreaker(failures), halfOpenAfter: openMs },
  );
  policy.onBreak(() => {
    openUntilMs = timing.now().getTime() + openMs;
  });

  return {
    /** Runs the call. Returns null without running it while the breaker is open or a trial call is in flight. */
    async run<T>(call: () => Promise<T>, healthOf: (result: T) => Health): Promise<T | null> {
      if (policy.state === CircuitState.HalfOpen) return null;
      try {
        const outcome = await policy.execute(async () => {
          const result = await call();
          const health = healthOf(result);
          // An abandoned trial must not close the breaker. Among ordinary calls an abandoned one doesn't count.
          if (health === 'unknown' && policy.state === CircuitState.Closed) throw new Inconclusive(result);
          return { result, health };
        });
        return outcome.result;
      } catch (error) {
        if (error instanceof BrokenCircuitError) return null;
        if (error instanceof Inconclusive) return error.result as T;
        throw error;
      }
    },
    get state(): 'closed' | 'open' | 'half_open' {
      if (policy.state === CircuitState.Closed) return 'closed';
      return policy.state === CircuitState.Open && openUntilMs > timing.now().getTime()
        ? 'open'
        : 'half_open';
    },
    /** When the next trial call may run; null while closed. */
    get openUntil(): Date | null {
      return policy.state === CircuitState.Closed ? null : new Date(openUntilMs);
    },
  };
}

export type VendorPause = ReturnType<typeof openVendorPause>;

/** How long a pause lasts when the vendor gave no time. */
export interface VendorPauseOptions {
  /** The first one, in milliseconds. Doubled each time. */
  firstMs?: number;
  mostMs?: number;
  /** A random part of this share is taken off, so that processes don't come back together. From 0 to 1. */
  jitter?: number;
}

/**
 * A vendor's "slow down": 429, GitHub's 403 for its rate limits, and 503 with `Retry-After`. Lasts until the time the vendor
 * gave. Without one it lasts a minute, doubled each time up to 15, unless the options say otherwise.
 */
export function openVendorPause(timing: Timing, options: VendorPauseOptions = {}) {
  const { firstMs = minuteMs, mostMs = 15 * minuteMs, jitter = 0 } = options;
  let untilMs = 0;
  let refusalsInARow = 0;

  return {
    /** Until when the vendor asked us to wait, or null. */
    get until(): Date | null {
      return untilMs > timing.now().getTime() ? new Date(untilMs) : null;
    },
    /** Reads a response for rate limits. Returns when to continue, or null. */
    note(status: number, headers: Headers, text: string): Date | null {
      if (!isLimit(status, headers, text)) {
        if (status < 400) refusalsInARow = 0;
        return null;
      }
      const now = timing.now();
      // Requests that were under way when a pause began are one refusal with the one that began it.
      if (untilMs <= now.getTime()) refusalsInARow += 1;
      const longestMs = Math.min(firstMs * 2 ** (refusalsInARow - 1), mostMs);
      const unnamedMs = Math.round(longestMs * (1 - jitter * Math.random()));
      const named = retryAfter(headers, now) ?? rateLimitReset(headers, now);
      const retryAt = named ?? new Date(now.getTime() + unnamedMs);
      untilMs = Math.max(untilMs, retryAt.getTime());
      return retryAt;
    },
  };
}

function isLimit(status: number, headers: Headers, text: string): boolean {
  if (status === 429) return true;
  if (status === 503) return headers['retry-after'] !== undefined;
  if (status !== 403) return false;
  return (
    headers['retry-after'] !== undefined ||
    headers['x-ratelimit-remaining'] === '0' ||
    /secondary rate limit/i.test(text.slice(0, 2000))
  );
}

/** Percentiles of the latest responses, in milliseconds; null before the first. */
export type LatencyMs = { samples: number; p50: number; p95: number } | null;

export type Latency = ReturnType<typeof openLatency>;

/** A ring buffer of the latest `samplesMax` durations. Enough for a quick look, with constant memory. */
export function openLatency(samplesMax = 128) {
  const ring: number[] = [];
  let next = 0;

  return {
    add(ms: number): void {
      ring[next] = ms;
      next = (next + 1) % samplesMax;
    },
    report(): LatencyMs {
      if (ring.length === 0) return null;
      const sorted = ring.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1]!);
      return { samples: sorted.length, p50: at(0.5), p95: at(0.95) };
    },
  };
}
