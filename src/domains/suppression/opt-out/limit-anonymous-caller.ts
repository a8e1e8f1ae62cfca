import type { Context } from '#core/context.ts';
import { optOutLimits } from '../rules.ts';

/** Limits calls by network address, the only identity a public door has. Throws 429. */
export async function limitAnonymousCaller(ctx: Context<'rate_limited'>): Promise<void> {
  const { ports, request } = ctx;
  const { callsPerMinute } = optOutLimits;
  const { admitted, resetMs } = await ports.rateLimiter.admitAddress(
    'opt-out',
    request.address,
    callsPerMinute,
  );
  if (admitted) return;
  const seconds = Math.ceil(resetMs / 1000);
  return ctx.fail('rate_limited', {
    detail:
      `Your network sent more than ${callsPerMinute} requests in a minute. Other people may share it. ` +
      `Try again in ${seconds} seconds. Links and texts you already have stay valid.`,
    headers: { 'Retry-After': String(seconds) },
  });
}
