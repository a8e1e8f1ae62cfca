import { Redis } from 'ioredis';

const connectTimeoutMs = 2_000;

/** Resolves if the Redis in REDIS_URL responds, and fails with a sentence otherwise. */
export async function reachRedis(redisUrl: string): Promise<void> {
  try {
    await pingOnce(redisUrl);
  } catch (cause) {
    const { message = '', code = '' } = cause as { message?: string; code?: string };
    throw new Error(`Can't use REDIS_URL: ${refusal(message || code)}`, { cause });
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
