import { Failure } from '#core/failure.ts';
import type { Admission, RateLimiter } from '#core/rate-limiter.ts';

const windowSeconds = 60;
const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** draft-ietf-httpapi-ratelimit-headers: quota and window, then remaining requests and seconds until the window ends. */
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
    // Agents' users see this sentence and no header.
    detail:
      further.detail ??
      `${beyondWithoutKey({ limit, resetMs })} A key that repeatedly exceeds its limit is banned.`,
    members: { limit, retry_after: retryAfter },
    headers: { ...further.headers, 'Retry-After': String(retryAfter) },
  });
}

/** Without a key there is none that could be banned. */
export const beyondWithoutKey = ({ limit, resetMs }: Pick<Admission, 'limit' | 'resetMs'>): string =>
  `More than ${limit} requests came within ${windowSeconds} seconds. Wait ${seconds(resetMs)} seconds.`;

/** The account chose the rate of this key. */
export const beyondChosen = ({ limit, resetMs }: Admission): string =>
  `This key is set to ${limit} requests per minute. Wait ${seconds(resetMs)} seconds, or change its rate on the API keys page.`;

/** Wrong credentials an address may try per minute. A correct credential is never affected. */
const guessesPerMinute = 60;

/** Counts a wrong credential against its address. Beyond the limit, fails with 429 and closes the connection. */
export async function countGuess(
  rateLimiter: RateLimiter,
  kind: keyof typeof words,
  address: string,
): Promise<void> {
  const admission = await rateLimiter.admitAddress(`${kind}-guess`, address, guessesPerMinute);
  if (admission.admitted) return;
  throw beyondLimit(admission, {
    detail: `This address sent more than ${guessesPerMinute} ${words[kind]} in 60 seconds. Wait for \`Retry-After\` before you try another. A correct one is always admitted.`,
    headers: { ...limitHeaders('address', admission), Connection: 'close' },
  });
}

const words = { key: 'unknown keys', secret: 'wrong secrets', token: 'unknown tokens' };
