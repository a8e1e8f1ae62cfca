import { type Clock, systemClock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import type { RateLimiter } from '#core/rate-limiter.ts';
import { addressKey } from '#values/ip-addresses/index.ts';
import type { Patience } from './redis-count.ts';
import { openWindowCount } from './window-count.ts';

export interface RateLimiterOptions {
  /** Redis or Valkey, to share counts across processes. Without it each process counts on its own. */
  redisUrl?: string | undefined;
  log: Log;
  clock?: Clock;
  /** Called when sharing stops or resumes; false while Redis is unavailable. */
  onShared?: (shared: boolean) => void;
  /** How long to wait for Redis to connect and to respond. Tests allow more, for busy machines. */
  patience?: Patience;
}

export async function openRateLimiter(options: RateLimiterOptions): Promise<RateLimiter> {
  const own = openWindowCount(options.clock ?? systemClock);
  if (!options.redisUrl) return limiterOf(own.admit, async () => {});
  // Without Redis its library needn't be loaded.
  const { openSharedCount } = await import('./shared-count.ts');
  const { admit, close } = openSharedCount(options.redisUrl, own.admit, options);
  return limiterOf(admit, close);
}

const limiterOf = (admit: RateLimiter['admit'], close: () => Promise<void>): RateLimiter => ({
  admit,
  admitAddress: (purpose, address, perMinute) =>
    admit(`address:${purpose}:${addressKey(address)}`, perMinute),
  close,
  [Symbol.asyncDispose]: close,
});
