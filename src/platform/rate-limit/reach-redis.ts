import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

const patienceMsDefault = 10_000;
const pauseMs = 500;
const connectTimeoutMs = 2_000;

/** What doesn't get better by waiting: a wrong password, or a server that is not a Redis. */
const hopeless = /NOAUTH|WRONGPASS|NOPERM|RESP type/;

/**
 * Settles once the Redis of REDIS_URL answers; one that is still starting is waited for. Fails with a sentence. A Redis that
 * goes away later is no reason to stop, but one that never answered is most likely a wrong address.
 */
export async function reachRedis(redisUrl: string, patienceMs = patienceMsDefault): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await pingOnce(redisUrl);
    } catch (cause) {
      const { message = '', code = '' } = cause as { message?: string; code?: string };
      if (hopeless.test(message) || Date.now() > deadline) {
        throw new Error(`REDIS_URL can't be used: ${refusal(message || code)}`, { cause });
      }
    }
    await sleep(pauseMs);
  }
}

function refusal(message: string): string {
  if (/RESP type/.test(message)) return 'what answers there is not a Redis. Correct host and port.';
  const reason = message.replace(/\.+$/, '');
  return /NOAUTH|WRONGPASS|NOPERM/.test(reason)
    ? `${reason}. Correct user and password; in a password, @ is written %40, / is %2F and : is %3A.`
    : `${reason}. Start that server, or correct host and port. A single process can do without REDIS_URL.`;
}

async function pingOnce(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectTimeoutMs,
    commandTimeout: connectTimeoutMs,
    retryStrategy: () => null,
  });
  // The error event tells more than the rejection, which is only that the connection is closed.
  let told: Error | null = null;
  redis.on('error', (error) => {
    told ??= error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (cause) {
    throw told ?? cause;
  } finally {
    redis.disconnect();
  }
}
