import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '#core/clock.ts';
import type { Admission } from '#core/rate-limiter.ts';
import { admission, windowMs } from './window-count.ts';

/** Like the library's own script, except that a refused request doesn't count. A raised limit then applies at once. */
const admitScript = `
local count = tonumber(redis.call('get', KEYS[1]) or 0)
local ttl = redis.call('pttl', KEYS[1])
if ttl < 0 then
  count = 0
  ttl = ARGV[2] * 1000
  redis.call('set', KEYS[1], 0, 'PX', ttl)
end
if count + ARGV[1] > tonumber(ARGV[3]) then
  return {ARGV[3] + 1, ttl}
end
return {redis.call('incrby', KEYS[1], ARGV[1]), ttl}`;

const ratesMax = 1000;

/** A count shared through one Redis or Valkey, timed by its clock. Fails if it doesn't respond. */
export function openRedisCount(
  redis: Redis,
  clock: Clock,
): (key: string, perMinute: number) => Promise<Admission> {
  // The library binds a limit to a limiter, so there is one per rate. The windows live on the server.
  const limiters = new Map<number, RateLimiterRedis>();

  const limiterOf = (perMinute: number): RateLimiterRedis => {
    const known = limiters.get(perMinute);
    if (known) return known;
    if (limiters.size >= ratesMax) limiters.clear();
    const made = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: 'contactry:rate',
      points: perMinute,
      duration: windowMs / 1000,
      customIncrTtlLuaScript: admitScript,
      rejectIfRedisNotReady: true,
    });
    limiters.set(perMinute, made);
    return made;
  };

  const said = (admitted: boolean, perMinute: number, { consumedPoints, msBeforeNext }: RateLimiterRes) =>
    admission(admitted, perMinute, consumedPoints, Math.max(1, msBeforeNext), clock.now().getTime());

  return async (key, perMinute) => {
    try {
      return said(true, perMinute, await limiterOf(perMinute).consume(key));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return said(false, perMinute, refusal);
      throw refusal;
    }
  };
}

const reconnectMaxMs = 2000;

export interface Patience {
  connectMs: number;
  answerMs: number;
}

export function connectRedis(redisUrl: string, { connectMs, answerMs }: Patience): Redis {
  return new Redis(redisUrl, {
    // Don't queue commands while disconnected: the process counts those requests itself.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMs,
    connectTimeout: connectMs,
    retryStrategy: (tries) => Math.min(tries * 100, reconnectMaxMs),
  });
}

/** Waits for the first connection to open or fail, so that the first requests are counted together. */
export function firstWord(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    redis.once('ready', resolve);
    redis.once('close', resolve);
  });
}
