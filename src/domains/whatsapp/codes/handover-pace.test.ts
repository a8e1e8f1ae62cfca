import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHandoverPace } from './handover-pace.ts';

function open() {
  const [slept, clock] = [[] as number[], { ms: 0 }];
  const pace = openHandoverPace({
    usualMs: 200,
    nowMs: () => clock.ms,
    async sleep(ms, _, { signal }) {
      signal.throwIfAborted();
      slept.push(ms);
    },
  });
  const handOver = (ms: number) =>
    pace.measured(async () => {
      clock.ms += ms;
    });
  return { pace, slept, handOver, clock };
}
const { signal } = new AbortController();

test('before the first handover the usual time is waited, after it the time that it took', async () => {
  const { pace, slept, handOver } = open();
  await pace.wait(signal);
  await handOver(160);
  await pace.wait(signal);
  assert.deepEqual(slept, [200, 160]);
});

test('only the last 32 handovers count', async () => {
  const { pace, slept, handOver } = open();
  await handOver(9_000);
  for (let made = 0; made < 32; made += 1) await handOver(150);
  for (let waited = 0; waited < 100; waited += 1) await pace.wait(signal);
  assert.deepEqual(new Set(slept), new Set([150]));
});

test('a handover that fails is not remembered', async () => {
  const { pace, slept, clock } = open();
  const failing = pace.measured(async () => {
    clock.ms += 10_000;
    throw new Error('unreachable');
  });
  await assert.rejects(failing, /unreachable/);
  await pace.wait(signal);
  assert.deepEqual(slept, [200]);
});

test('the wait ends when the caller hangs up', async () => {
  const { pace, slept } = open();
  await pace.wait(AbortSignal.abort());
  assert.deepEqual(slept, []);
});
