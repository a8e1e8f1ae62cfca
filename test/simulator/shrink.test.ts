import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shrink } from './shrink.ts';

const numbers = Array.from({ length: 100 }, (_, at) => at);

test('only the items that a failure needs are left', async () => {
  const needs = async (items: number[]) => [3, 47, 48].every((one) => items.includes(one));
  assert.deepEqual(await shrink(numbers, needs, 1_000), [3, 47, 48]);
});

test('it ends after the given number of tries with what fails', async () => {
  let tries = 0;
  const left = await shrink(
    numbers,
    async (items) => {
      tries += 1;
      return items.includes(99);
    },
    3,
  );
  assert.equal(tries, 3);
  assert.ok(left.includes(99) && left.length < numbers.length);
});
