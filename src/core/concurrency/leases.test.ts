import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseMs, openLeases } from './leases.ts';

test('all held leases are renewed three times a lease, with one call, until they are disposed of', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const renewed: string[][] = [];
  const leases = openLeases<string>(
    async (items) => void renewed.push(items),
    () => assert.fail(),
  );
  const tick = async () => {
    t.mock.timers.tick(leaseMs / 3);
    await Promise.resolve();
    await Promise.resolve();
  };
  const first = leases.keep('first');
  const second = leases.keep('second');
  await tick();
  first[Symbol.dispose]();
  await tick();
  second[Symbol.dispose]();
  await tick();
  const third = leases.keep('third');
  await tick();
  third[Symbol.dispose]();
  assert.deepEqual(renewed, [['first', 'second'], ['second'], ['third']]);
});

test('a failed renewal is reported and retried with the next one', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const told: unknown[] = [];
  const renew = () => Promise.reject(new Error('no database'));
  const leases = openLeases<string>(renew, (error) => told.push(error));
  using _kept = leases.keep('one');
  for (let time = 1; time <= 2; time += 1) {
    t.mock.timers.tick(leaseMs / 3);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(told.length, 2);
});
