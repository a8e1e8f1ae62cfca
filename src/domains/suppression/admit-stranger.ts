import type { Context } from '#core/context.ts';
import { fail } from '#core/failure.ts';
import { optOutLimits } from './rules.ts';

/** Behind a public door the network address is all that calls can be counted by. Throws 429. */
export async function admitStranger({ ports, request }: Context): Promise<void> {
  const { admitted, resetMs } = await ports.rateLimiter.admitAddress(
    'opt-out',
    request.address,
    optOutLimits.callsPerMinute,
  );
  if (!admitted) fail('rate_limited', { headers: { 'Retry-After': String(Math.ceil(resetMs / 1000)) } });
}
