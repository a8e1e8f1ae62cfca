import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRateLimiter } from './open-rate-limiter.ts';

function watched() {
  const said: string[] = [];
  const say = (_fields: object, message: string) => said.push(message);
  const shared: boolean[] = [];
  const onShared = (now: boolean) => shared.push(now);
  return { said, shared, log: { debug: say, info: say, warn: say, error: say }, onShared };
}

test('a process that starts without its Redis counts on its own and says so once', async () => {
  const { said, shared, log, onShared } = watched();
  await using limiter = await openRateLimiter({ redisUrl: 'redis://127.0.0.1:9', log, onShared });
  const answers = await Promise.all(Array.from({ length: 5 }, () => limiter.admit('a', 2)));
  assert.equal(answers.filter(({ admitted }) => admitted).length, 2);
  assert.equal(said.filter((message) => message.includes('on its own')).length, 1);
  assert.deepEqual(shared, [false]);
});

test('of many concurrent requests exactly the limit is allowed in one process', async () => {
  await using limiter = await openRateLimiter(watched());
  const answers = await Promise.all(Array.from({ length: 1000 }, () => limiter.admit('a', 300)));
  assert.equal(answers.filter(({ admitted }) => admitted).length, 300);
});

test('addresses in one IPv6 /64 are counted together, and apart from keys of the same name', async () => {
  await using limiter = await openRateLimiter(watched());
  assert.equal((await limiter.admitAddress('guess', '2001:db8::1', 1)).admitted, true);
  assert.equal((await limiter.admitAddress('guess', '2001:db8::2', 1)).admitted, false);
  assert.equal((await limiter.admit('2001:db8::/64', 1)).admitted, true);
});

test('an address has a separate count for each purpose', async () => {
  await using limiter = await openRateLimiter(watched());
  assert.equal((await limiter.admitAddress('guess', '203.0.113.7', 1)).admitted, true);
  assert.equal((await limiter.admitAddress('opt-out', '203.0.113.7', 1)).admitted, true);
  assert.equal((await limiter.admitAddress('opt-out', '203.0.113.7', 1)).admitted, false);
});
