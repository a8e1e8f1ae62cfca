import type { Admission } from '#core/rate-limiter.ts';

export const windowMs = 60_000;

/** The decision for a window that has counted `count` requests and ends in `resetMs`. */
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
