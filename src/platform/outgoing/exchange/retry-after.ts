import { dayMs } from '#core/clock.ts';
import type { Headers } from './exchange.ts';

/** Nobody is waited for longer than this, whatever a header says. */
const retryMsMax = dayMs;

/** When the other side wants to be asked again, by `Retry-After` in seconds or as a date (RFC 9110 §10.2.3). */
export function retryAfter(headers: Headers, now: Date): Date | null {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(value)) return ahead(now, Number(value) * 1000);
  return atInstant(value, now);
}

/**
 * When a vendor's rate window opens again. Vendors write it as epoch seconds (GitHub), as an ISO time (People Data
 * Labs) or as seconds from now (the RateLimit drafts); numbers too large for the last are the first.
 */
export function rateLimitReset(headers: Headers, now: Date): Date | null {
  const value = (headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'] ?? '').trim();
  if (!/^\d+(\.\d+)?$/.test(value)) return atInstant(value, now);

  const seconds = Number(value);
  const isEpoch = seconds > 1e9;
  return ahead(now, seconds * 1000 - (isEpoch ? now.getTime() : 0));
}

function atInstant(text: string, now: Date): Date | null {
  // Every HTTP-date and ISO time has letters; "-1" and the like must not become a year.
  const instantMs = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instantMs) ? null : ahead(now, instantMs - now.getTime());
}

const ahead = (now: Date, ms: number): Date =>
  new Date(now.getTime() + Math.min(Math.max(0, ms), retryMsMax));
