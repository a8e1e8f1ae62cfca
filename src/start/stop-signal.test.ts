import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopSignal } from './stop-signal.ts';

test('a closed terminal stops the service like SIGTERM', async (t) => {
  t.after(() => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.removeAllListeners(signal);
  });
  const stopped = stopSignal();
  process.emit('SIGHUP', 'SIGHUP');
  assert.equal(await stopped, 'SIGHUP');
});

test('signals within a second count as one Ctrl-C, and a later one ends the process', async (t) => {
  const exit = t.mock.method(process, 'exit', () => undefined as never);
  t.after(() => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.removeAllListeners(signal);
  });
  let now = 5_000;
  const stopped = stopSignal(() => now);
  process.emit('SIGINT', 'SIGINT');
  now += 1_000;
  process.emit('SIGTERM', 'SIGTERM');
  assert.equal(await stopped, 'SIGINT');
  assert.equal(exit.mock.callCount(), 0);
  now += 1;
  process.emit('SIGINT', 'SIGINT');
  assert.deepEqual(exit.mock.calls[0]?.arguments, [1]);
});
