/** The decision on one request, and the numbers for its headers. */
export interface Admission {
  admitted: boolean;
  /** Requests allowed per window. */
  limit: number;
  /** Requests left in this window. */
  remaining: number;
  /** Time until the window ends: more than 0, at most 60,000. */
  resetMs: number;
  windowStartedAt: Date;
}

/**
 * Allows `perMinute` requests in any 60-second window. The first request opens a window; the first one after its end opens
 * the next. Refused requests don't count. A changed `perMinute` applies to the open window at once.
 */
export interface RateLimiter extends AsyncDisposable {
  /** Decides at once where this process counts alone. */
  admit(key: string, perMinute: number): Admission | Promise<Admission>;
  /** The same for callers known only by address, IPv6 by its /64. Each purpose has its own count. */
  admitAddress(purpose: string, address: string, perMinute: number): Admission | Promise<Admission>;
  close(): Promise<void>;
}
