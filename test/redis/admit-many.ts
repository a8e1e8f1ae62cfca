import { openRateLimiter } from '#platform/rate-limit/open-rate-limiter.ts';

// One of several processes: sends its requests all at once and reports how many were admitted.
const [redisUrl, key, perMinute, requests] = process.argv.slice(2) as [string, string, string, string];
const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };
const patience = { connectMs: 30_000, answerMs: 30_000 };
await using limiter = await openRateLimiter({ redisUrl, log: quiet, patience });
const answers = await Promise.all(
  Array.from({ length: Number(requests) }, () => limiter.admit(key, Number(perMinute))),
);
process.send?.(answers.filter(({ admitted }) => admitted).length);
