import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { openRateLimiter } from '#platform/rate-limit/open-rate-limiter.ts';
import { manualClock } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { testRedisUrl } from '#test/support/redis.ts';
import { openRedisLine } from './redis-line.ts';

const redisUrl = testRedisUrl();
/** So that no answer is late however busy the machine is. */
const patience = { connectMs: 30_000, answerMs: 30_000 };

function watched() {
  const said: string[] = [];
  const say = (_fields: object, message: string) => said.push(message);
  const shared: boolean[] = [];
  const onShared = (now: boolean) => shared.push(now);
  return { said, shared, log: { debug: say, info: say, warn: say, error: say }, onShared };
}

test('four processes together admit exactly the limit', async () => {
  const key = randomUUID();
  const children = Array.from({ length: 4 }, () =>
    fork(new URL('./admit-many.ts', import.meta.url), [redisUrl!, key, '100', '60'], { stdio: 'inherit' }),
  );
  const counts = await Promise.all(
    children.map(async (child) => (await once(child, 'message'))[0] as number),
  );
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    100,
  );
});

test('refused requests are not counted: a raised limit admits the difference at once', async () => {
  const key = randomUUID();
  await using limiter = await openRateLimiter({ redisUrl: redisUrl!, patience, ...watched() });
  const many = (times: number, perMinute: number) =>
    Promise.all(Array.from({ length: times }, () => limiter.admit(key, perMinute)));
  const first = await many(50, 20);
  assert.equal(first.filter(({ admitted }) => admitted).length, 20);
  const more = await many(50, 30);
  assert.equal(more.filter(({ admitted }) => admitted).length, 10);
  assert.equal((await limiter.admit(key, 5)).admitted, false);
});

test('an answer has the limit, the remaining requests, and the start and end of the window', async () => {
  const clock = manualClock();
  await using limiter = await openRateLimiter({ redisUrl: redisUrl!, patience, clock, ...watched() });
  const { limit, remaining, resetMs, windowStartedAt } = await limiter.admit(randomUUID(), 7);
  assert.deepEqual({ limit, remaining }, { limit: 7, remaining: 6 });
  assert.ok(resetMs > 0 && resetMs <= 60_000, `${resetMs}`);
  assert.equal(windowStartedAt.getTime() + 60_000, clock.now().getTime() + resetMs);
});

test('without Redis each process counts alone, logs it, and reconnects automatically', async () => {
  await using line = await openRedisLine(redisUrl!);
  const { said, shared, log, onShared } = watched();
  const key = randomUUID();
  await using limiter = await openRateLimiter({ redisUrl: line.url, patience, log, onShared });
  for (let request = 0; request < 3; request += 1) await limiter.admit(key, 3);
  assert.equal((await limiter.admit(key, 3)).admitted, false);
  assert.deepEqual(shared, []);

  line.cut();
  const own = await Promise.all(Array.from({ length: 10 }, () => limiter.admit(key, 3)));
  assert.equal(own.filter(({ admitted }) => admitted).length, 3);
  assert.deepEqual(shared, [false]);
  assert.match(said.join('\n'), /counts requests on its own/);

  line.mend();
  await eventually(async () => assert.deepEqual(shared, [false, true]));
  assert.equal((await limiter.admit(key, 3)).admitted, false, 'the shared count is in force again');
  assert.match(said.join('\n'), /counted across all processes/);
});

test('only one request per second waits for a Redis that hangs', async () => {
  await using line = await openRedisLine(redisUrl!);
  const { shared, log, onShared } = watched();
  const clock = manualClock();
  const patience = { connectMs: 30_000, answerMs: 1_500 };
  await using limiter = await openRateLimiter({ redisUrl: line.url, patience, clock, log, onShared });
  const admitMany = async (times: number) => {
    for (let request = 0; request < times; request += 1) await limiter.admit(randomUUID(), 3);
  };
  await admitMany(1);
  line.hang();
  await admitMany(100);
  assert.equal(line.inVain, 1);
  clock.advance(999);
  await admitMany(100);
  assert.equal(line.inVain, 1);
  clock.advance(1);
  await admitMany(100);
  assert.equal(line.inVain, 2);
  assert.deepEqual(shared, [false]);
});
