import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../failure.ts';
import { openTurns } from './turns.ts';

test('only so many run at once, the others in order, and a failed one gives its turn away', async () => {
  const turns = openTurns(2, 1_000);
  const begun: number[] = [];
  let running = 0;
  const work = (number: number) => async () => {
    begun.push(number);
    running += 1;
    assert.ok(running <= 2);
    await new Promise(setImmediate);
    running -= 1;
    if (number === 1) throw new Error('failed');
  };
  const ended = await Promise.allSettled([0, 1, 2, 3, 4].map((number) => turns(work(number))));
  assert.deepEqual(begun, [0, 1, 2, 3, 4]);
  assert.deepEqual(
    ended.map(({ status }) => status === 'fulfilled'),
    [true, false, true, true, true],
  );
});

test('a task that waits too long fails with overloaded and uses up no turn', async () => {
  const turns = openTurns(1, 5);
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = turns(() => promise);
  await assert.rejects(
    turns(async () => {}),
    (error) => error instanceof Failure && error.code === 'overloaded',
  );
  resolve();
  await first;
  await turns(async () => {});
});
