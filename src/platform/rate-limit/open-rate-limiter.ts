import { type Clock, systemClock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import { addressKey } from './address-key.ts';
import type { Admission, RateLimiter } from './rate-limiter.ts';
import { connectRedis, firstWord, type Patience } from './redis-connection.ts';
import { openRedisCount } from './redis-count.ts';
import { openWindowCount } from './window-count.ts';

export interface RateLimiterOptions {
  /** Redis or Valkey, for one count over several processes; each process counts for itself without it. */
  redisUrl?: string | undefined;
  log: Log;
  clock?: Clock;
  /** Told whenever it changes whether requests are counted as configured; false while Redis is gone. */
  onShared?: (shared: boolean) => void;
  /** How long Redis is waited for, to connect and to answer; tests give it more than a busy machine takes. */
  patience?: Patience;
}

/** A request waits no longer for an answer of Redis than this; then its own process counts it. */
const patienceDefault = { connectMs: 2000, answerMs: 250 };
/** A Redis that failed is asked again by one request each time this long has passed. */
const pauseMs = 1000;

export function openRateLimiter(options: RateLimiterOptions): RateLimiter {
  const own = openWindowCount(options.clock ?? systemClock);
  if (options.redisUrl) return openSharedLimiter(options.redisUrl, own.admit, options);
  return limiterOf(
    async (key, perMinute) => own.admit(key, perMinute),
    async () => {},
  );
}

const limiterOf = (admit: RateLimiter['admit'], close: () => Promise<void>): RateLimiter => ({
  admit,
  admitAddress: (purpose, address, perMinute) =>
    admit(`address:${purpose}:${addressKey(address)}`, perMinute),
  close,
  [Symbol.asyncDispose]: close,
});

/**
 * Exact over all processes while Redis answers. While it doesn't, each process admits by its own count, so that n
 * processes admit up to n times the limit: a lost limiter neither refuses customers nor lets everything through.
 */
function openSharedLimiter(
  redisUrl: string,
  own: (key: string, perMinute: number) => Admission,
  { log, clock = systemClock, onShared = () => {}, patience = patienceDefault }: RateLimiterOptions,
): RateLimiter {
  const redis = connectRedis(redisUrl, patience);
  const shared = openRedisCount(redis, clock);
  let starting: Promise<void> | null = firstWord(redis);
  let lost = false;
  let askAgainMs = 0;

  const noteLoss = (cause: unknown) => {
    askAgainMs = clock.now().getTime() + pauseMs;
    if (lost) return;
    lost = true;
    onShared(false);
    log.warn({ err: cause }, 'Redis does not answer: this process counts requests by itself');
  };
  const noteReturn = () => {
    if (!lost) return;
    lost = false;
    onShared(true);
    log.info({}, 'Redis answers again: requests are counted over all processes');
  };
  // An `error` that nobody listens to would end the process; the loss itself is told by `close`.
  let lastError: unknown;
  redis.on('error', (error) => {
    lastError = error;
  });
  redis.on('close', () => noteLoss(lastError));
  redis.on('ready', noteReturn);

  const admit = async (key: string, perMinute: number): Promise<Admission> => {
    if (starting) {
      await starting;
      starting = null;
    }
    if (lost) {
      const nowMs = clock.now().getTime();
      if (nowMs < askAgainMs) return own(key, perMinute);
      askAgainMs = nowMs + pauseMs;
    }
    try {
      const answer = await shared(key, perMinute);
      noteReturn();
      return answer;
    } catch (cause) {
      noteLoss(cause);
      return own(key, perMinute);
    }
  };
  return limiterOf(admit, async () => {
    redis.removeAllListeners('close');
    redis.disconnect();
  });
}
