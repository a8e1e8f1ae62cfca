import type { Context } from '#core/context.ts';
import { optOutLimits } from '../rules.ts';

/** Behind a public door the network address is all that calls can be counted by. Throws 429. */
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
      `Your network has sent more than ${callsPerMinute} requests in a minute; somebody else may share it. ` +
      `Try again in ${seconds} seconds. Links and texts that you already have stay valid.`,
    headers: { 'Retry-After': String(seconds) },
  });
}
