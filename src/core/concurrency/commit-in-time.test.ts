import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commitInTime } from './commit-in-time.ts';

test('a transaction has as long as it needs before its commit', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const work = Promise.withResolvers<void>();
  const result = commitInTime(async (committing) => {
    await work.promise;
    committing();
    return 7;
  }, 10);
  t.mock.timers.tick(1_000);
  work.resolve();
  assert.equal(await result, 7);
});

test('a commit that no server confirms is refused after its time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const result = commitInTime((committing) => {
    committing();
    return new Promise(() => {});
  }, 10);
  t.mock.timers.tick(10);
  await assert.rejects(result, { code: 'database_unavailable', detail: /isn’t in force everywhere yet/ });
});

test('a transaction that fails says why', async () => {
  await assert.rejects(
    commitInTime(() => Promise.reject(new Error('no'))),
    /^Error: no$/,
  );
});
