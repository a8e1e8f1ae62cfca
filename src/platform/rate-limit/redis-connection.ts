import { Redis } from 'ioredis';

const reconnectMaxMs = 2000;

export interface Patience {
  connectMs: number;
  answerMs: number;
}

export function connectRedis(redisUrl: string, { connectMs, answerMs }: Patience): Redis {
  return new Redis(redisUrl, {
    // Nothing waits in a queue for a connection: a request that can't be asked now is counted by its process.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMs,
    connectTimeout: connectMs,
    retryStrategy: (tries) => Math.min(tries * 100, reconnectMaxMs),
  });
}

/** Until the first connection is there or has failed: the first requests wait for it instead of counting apart. */
export function firstWord(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    redis.once('ready', resolve);
    redis.once('close', resolve);
  });
}
