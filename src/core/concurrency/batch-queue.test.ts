import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { BatchOverflow, openBatchQueue } from './batch.ts';

function queueOf(options: { sizeMax: number; queueMax: number }) {
  const refused: string[] = [];
  const queue = openBatchQueue<{ name: string; reject(error: unknown): void }>(options);
  return {
    refused,
    size: queue.size,
    add: (name: string) =>
      queue.add(
        {
          name,
          reject(error) {
            assert.ok(error instanceof BatchOverflow);
            refused.push(name);
          },
        },
        name.startsWith('first'),
      ),
    next: () => queue.takeNext().map(({ name }) => name),
  };
}

const named = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`);

test('a call with priority is in the next statement, before those that came earlier', () => {
  const queue = queueOf({ sizeMax: 5, queueMax: 100 });
  for (const name of [...named('other', 8), ...named('first', 2)]) queue.add(name);
  assert.deepEqual(queue.next(), ['first 0', 'first 1', 'other 0', 'other 1', 'other 2']);
  assert.deepEqual(queue.next(), ['other 3', 'other 4', 'other 5', 'other 6', 'other 7']);
});

test('a fifth of each statement stays with the others, and what they leave goes to calls with priority', () => {
  const queue = queueOf({ sizeMax: 10, queueMax: 100 });
  for (const name of [...named('other', 3), ...named('first', 30)]) queue.add(name);
  const others = () => queue.next().filter((name) => name.startsWith('other'));
  assert.deepEqual([others(), others(), queue.next().length], [['other 0', 'other 1'], ['other 2'], 10]);
});

test('when the queue is full, a call with priority takes the place of the newest other, and keeps them a fifth', () => {
  const queue = queueOf({ sizeMax: 10, queueMax: 10 });
  for (const name of [...named('other', 11), ...named('first', 9)]) queue.add(name);
  const newestFirst = named('other', 10).slice(2).reverse();
  assert.deepEqual(queue.refused, ['other 10', ...newestFirst, 'first 8']);
  assert.deepEqual(queue.next(), [...named('first', 8), 'other 0', 'other 1']);
});

test('a flood of calls with priority leaves room in the queue for the others', () => {
  const queue = queueOf({ sizeMax: 10, queueMax: 10 });
  for (const name of [...named('first', 20), ...named('other', 3)]) queue.add(name);
  assert.deepEqual([...named('first', 20).slice(8), 'other 2'], queue.refused);
});

test('each call that waits is taken or refused once, in order, and none waits behind a flood for ever', () => {
  const calls = fc.array(fc.boolean(), { maxLength: 60 });
  const sizes = { sizeMax: fc.integer({ min: 2, max: 9 }), queueMax: fc.integer({ min: 2, max: 30 }) };
  const property = fc.property(calls, fc.record(sizes), (lanes, options) => {
    const queue = queueOf(options);
    const added = lanes.map((isFirst, at) => `${isFirst ? 'first' : 'other'} ${at}`);
    for (const name of added) queue.add(name);
    const waiting = added.filter((name) => !queue.refused.includes(name));
    assert.ok(waiting.length <= options.queueMax);
    const others = waiting.filter((name) => name.startsWith('other'));
    const taken: string[] = [];
    for (let round = 0; round < others.length; round += 1) {
      for (let at = 0; at < options.sizeMax; at += 1) queue.add('first of the flood');
      taken.push(...queue.next());
    }
    const missed = others.filter((name) => !taken.includes(name) && !queue.refused.includes(name));
    assert.deepEqual(missed, []);
    assert.deepEqual(
      taken.filter((name) => name.startsWith('other')),
      others.filter((name) => taken.includes(name)),
    );
  });
  fc.assert(property);
});
