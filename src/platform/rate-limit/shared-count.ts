import { systemClock } from '#core/clock.ts';
import type { Admission } from '#core/rate-limiter.ts';
import type { RateLimiterOptions } from './open-rate-limiter.ts';
import { connectRedis, firstWord, openRedisCount } from './redis-count.ts';

/** A request waits at most this long for Redis. After that its own process counts it. */
const patienceDefault = { connectMs: 2000, answerMs: 250 };
/** How often one request tries Redis again after a failure. */
const pauseMs = 1000;

interface SharedCount {
  admit(key: string, perMinute: number): Promise<Admission>;
  close(): Promise<void>;
}

/**
 * Exact across all processes while Redis responds. While it doesn't, each process counts on its own, so n processes allow up
 * to n times the limit. An outage neither refuses customers nor removes the limit.
 */
export function openSharedCount(
  redisUrl: string,
  own: (key: string, perMinute: number) => Admission,
  { log, clock = systemClock, onShared = () => {}, patience = patienceDefault }: RateLimiterOptions,
): SharedCount {
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
    log.warn({ err: cause }, 'Redis is not responding. This process counts requests on its own');
  };
  const noteReturn = () => {
    if (!lost) return;
    lost = false;
    onShared(true);
    log.info({}, 'Redis is back. Requests are counted across all processes');
  };
  // Without a listener, `error` would end the process. The loss itself is reported by `close`.
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
  const close = async () => {
    redis.removeAllListeners('close');
    redis.disconnect();
  };
  return { admit, close };
}
