/** What became of one request under a rate limit, and what its headers say. */
export interface Admission {
  admitted: boolean;
  /** Requests admitted in a window. */
  limit: number;
  /** Requests that this window still admits. */
  remaining: number;
  /** Until the window ends, more than 0 and at most 60,000. */
  resetMs: number;
  windowStartedAt: Date;
}

/**
 * Admits `perMinute` requests in a window of 60 seconds. The first request opens a window, and the first after its end
 * opens the next. Refused requests are not counted, and a changed `perMinute` holds for the rest of the open window.
 */
export interface RateLimiter extends AsyncDisposable {
  admit(key: string, perMinute: number): Promise<Admission>;
  /** The same for whoever is known only by a network address, IPv6 by its /64. Each purpose has a count of its own. */
  admitAddress(purpose: string, address: string, perMinute: number): Promise<Admission>;
  close(): Promise<void>;
}

declare module '#core/context.ts' {
  interface Ports {
    rateLimiter: RateLimiter;
  }
}

export const windowMs = 60_000;

/** What there is to say of a window that ends in `resetMs` and has admitted `count` requests. */
export function admission(
  admitted: boolean,
  limit: number,
  count: number,
  resetMs: number,
  nowMs: number,
): Admission {
  return {
    admitted,
    limit,
    remaining: Math.max(0, limit - count),
    resetMs,
    windowStartedAt: new Date(nowMs + resetMs - windowMs),
  };
}
