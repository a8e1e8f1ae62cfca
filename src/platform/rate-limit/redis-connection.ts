import { Redis } from 'ioredis';

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
