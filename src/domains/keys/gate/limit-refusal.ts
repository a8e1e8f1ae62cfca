import { Failure } from '#core/failure.ts';
import type { Admission, RateLimiter } from '#platform/rate-limit/rate-limiter.ts';

const windowSeconds = 60;
const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** As draft-ietf-httpapi-ratelimit-headers has them: quota and window, remaining requests and seconds to the end. */
export const limitHeaders = (policy: string, { limit, remaining, resetMs }: Admission) => ({
  'RateLimit-Policy': `"${policy}";q=${limit};w=${windowSeconds}`,
  RateLimit: `"${policy}";r=${remaining};t=${seconds(resetMs)}`,
});

export function beyondLimit(
  { limit, resetMs }: Admission,
  further: { detail?: string; headers?: Record<string, string> } = {},
): Failure {
  const retryAfter = seconds(resetMs);
  return new Failure('rate_limited', {
    detail: further.detail,
    members: { limit, retry_after: retryAfter },
    headers: { ...further.headers, 'Retry-After': String(retryAfter) },
  });
}

/** Wrong credentials of a kind that an address may try in a minute. It never bears on one that is right. */
const guessesPerMinute = 60;

/** Counts a credential that was wrong against its address; beyond the limit 429, which also closes the connection. */
export async function countGuess(
  rateLimiter: RateLimiter,
  kind: 'key' | 'secret',
  address: string,
): Promise<void> {
  const admission = await rateLimiter.admitAddress(`${kind}-guess`, address, guessesPerMinute);
  if (admission.admitted) return;
  throw beyondLimit(admission, {
    detail: `More than ${guessesPerMinute} ${words[kind]} came from this address in 60 seconds. Try another when \`Retry-After\` is over; the right one is let in at any time.`,
    headers: { ...limitHeaders('address', admission), Connection: 'close' },
  });
}

const words = { key: 'unknown keys', secret: 'wrong secrets' };
