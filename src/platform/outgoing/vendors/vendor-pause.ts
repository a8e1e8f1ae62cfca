import { minuteMs } from '#core/clock.ts';
import type { Headers } from '../exchange/exchange.ts';
import { rateLimitReset, retryAfter } from '../exchange/retry-after.ts';
import type { Timing } from '../timing.ts';

/** Until when the vendor asked us to wait, or null. */
export interface VendorPause {
  readonly until: Date | null;
  /** Reads a response for rate limits. Returns when to continue, or null. */
  note(status: number, headers: Headers, text: string): Date | null;
}

const unnamedPauseMsMax = 15 * minuteMs;

/**
 * A vendor's "slow down": 429, GitHub's 403 for its rate limits, and 503 with `Retry-After`. Lasts until the time the vendor
 * gave. Without one it lasts a minute, doubled each time up to 15.
 */
export function openVendorPause(timing: Timing): VendorPause {
  let untilMs = 0;
  let refusalsInARow = 0;

  return {
    get until() {
      return untilMs > timing.now().getTime() ? new Date(untilMs) : null;
    },
    note(status, headers, text) {
      if (!isLimit(status, headers, text)) {
        if (status < 400) refusalsInARow = 0;
        return null;
      }
      const now = timing.now();
      const unnamedMs = Math.min(minuteMs * 2 ** refusalsInARow, unnamedPauseMsMax);
      refusalsInARow += 1;
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
