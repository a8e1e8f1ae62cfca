import type { Context } from '#core/context.ts';

/** Limits a public door by network address, the only identity that its callers have. Throws 429. */
export async function limitBuyer(
  { ports, request, fail }: Context<'rate_limited'>,
  purpose: string,
  perMinute: number,
): Promise<void> {
  const { admitted, resetMs } = await ports.rateLimiter.admitAddress(purpose, request.address, perMinute);
  if (admitted) return;
  const seconds = Math.ceil(resetMs / 1000);
  fail('rate_limited', {
    detail: `Your network sent more than ${perMinute} requests in a minute. Try again in ${seconds} seconds.`,
    members: { limit: perMinute, retry_after: seconds },
    headers: { 'Retry-After': String(seconds) },
  });
}
