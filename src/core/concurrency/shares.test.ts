import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../failure.ts';
import { openShares, type SharesOptions } from './turns.ts';

const isOverloaded = (error: unknown) => error instanceof Failure && error.code === 'overloaded';

/** Shares whose tasks end on demand. */
function open(options: Partial<SharesOptions> = {}) {
  const shares = openShares({ atOnce: 2, ofOwner: 1, waitingMax: 8, waitMs: 60_000, ...options });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const send = (owner: string, times = 1) =>
    Array.from({ length: times }, () =>
      shares.run(owner, async () => {
        begun.push(owner);
        await new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
  /** Ends the oldest task. */
  const endOne = async () => {
    await new Promise(setImmediate);
    ends.shift()!();
    await new Promise(setImmediate);
  };
  return { shares, send, begun, endOne };
}

test('an owner has one task at a time, and the first of another begins at once', async () => {
  const { send, begun, endOne } = open();
  const sent = [...send('many', 5), ...send('one')];
  await new Promise(setImmediate);
  assert.deepEqual(begun, ['many', 'one']);
  for (let at = 0; at < 6; at += 1) await endOne();
  assert.deepEqual(begun, ['many', 'one', 'many', 'many', 'many', 'many']);
  await Promise.all(sent);
});

test('owners take turns, however many tasks each has waiting', async () => {
  const { send, begun, endOne } = open({ atOnce: 1 });
  const sent = [...send('a', 4), ...send('b', 2), ...send('c', 1)];
  for (let at = 0; at < 7; at += 1) await endOne();
  assert.deepEqual(begun, ['a', 'b', 'c', 'a', 'b', 'a', 'a']);
  await Promise.all(sent);
});

test('an owner with too many waiting is refused; others are not', async () => {
  const { send, endOne } = open({ atOnce: 1, waitingMax: 2 });
  const sent = send('many', 3);
  await assert.rejects(Promise.all(send('many')), isOverloaded);
  sent.push(...send('one'));
  for (let at = 0; at < 4; at += 1) await endOne();
  await Promise.all(sent);
});

test('a task that waits too long is refused and takes no turn; one that fails gives its turn away', async () => {
  const { shares, send, endOne, begun } = open({ atOnce: 1, waitMs: 5 });
  const [first] = send('a');
  await assert.rejects(Promise.all(send('b')), isOverloaded);
  await endOne();
  await first;
  await assert.rejects(
    shares.run('c', () => Promise.reject(new Error('failed'))),
    /failed/,
  );
  const [last] = send('b');
  await endOne();
  await last;
  assert.deepEqual(begun, ['a', 'b']);
});
