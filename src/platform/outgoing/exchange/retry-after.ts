import { dayMs } from '#core/clock.ts';
import type { Headers } from './exchange.ts';

/** We never wait longer than this, whatever a header says. */
const retryMsMax = dayMs;

/** When to ask again, from `Retry-After` in seconds or as a date (RFC 9110 §10.2.3). */
export function retryAfter(headers: Headers, now: Date): Date | null {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(value)) return ahead(now, Number(value) * 1000);
  return atInstant(value, now);
}

/**
 * When a vendor's rate limit resets. Vendors send epoch seconds (GitHub), an ISO time (People Data Labs) or seconds from now
 * (the RateLimit drafts). Large numbers are taken as epoch seconds.
 */
export function rateLimitReset(headers: Headers, now: Date): Date | null {
  const value = (headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'] ?? '').trim();
  if (!/^\d+(\.\d+)?$/.test(value)) return atInstant(value, now);

  const seconds = Number(value);
  const isEpoch = seconds > 1e9;
  return ahead(now, seconds * 1000 - (isEpoch ? now.getTime() : 0));
}

function atInstant(text: string, now: Date): Date | null {
  // Every HTTP date and ISO time contains letters. Without this check, "-1" would parse as a year.
  const instantMs = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instantMs) ? null : ahead(now, instantMs - now.getTime());
}

const ahead = (now: Date, ms: number): Date =>
  new Date(now.getTime() + Math.min(Math.max(0, ms), retryMsMax));
