import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

const patienceMsDefault = 10_000;
const pauseMs = 500;
const connectTimeoutMs = 2_000;

/** Errors that waiting doesn't fix: a wrong password, or a server that isn't Redis. */
const hopeless = /NOAUTH|WRONGPASS|NOPERM|RESP type/;

/**
 * Resolves once the Redis in REDIS_URL responds. Waits for one that is still starting, and fails with a sentence. Losing Redis
 * later doesn't stop the service, but a server that never responds most likely means a wrong address.
 */
export async function reachRedis(redisUrl: string, patienceMs = patienceMsDefault): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await pingOnce(redisUrl);
    } catch (cause) {
      const { message = '', code = '' } = cause as { message?: string; code?: string };
      if (hopeless.test(message) || Date.now() > deadline) {
        throw new Error(`Can't use REDIS_URL: ${refusal(message || code)}`, { cause });
      }
    }
    await sleep(pauseMs);
  }
}

function refusal(message: string): string {
  if (/RESP type/.test(message)) return 'the server there is not Redis. Correct the host and port.';
  const reason = message.replace(/\.+$/, '');
  return /NOAUTH|WRONGPASS|NOPERM/.test(reason)
    ? `${reason}. Correct the user and password. In a password, write @ as %40, / as %2F and : as %3A.`
    : `${reason}. Start that server, or correct the host and port. A single process doesn't need REDIS_URL.`;
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
  // The error event says more than the rejection, which only reports a closed connection.
  let lastError: Error | null = null;
  redis.on('error', (error) => {
    lastError ??= error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (cause) {
    throw lastError ?? cause;
  } finally {
    redis.disconnect();
  }
}
