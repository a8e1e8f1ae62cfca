import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBatches } from './in-batches.ts';

for (const [rows, rounds] of [
  [0, 1],
  [2, 1],
  [3, 2],
  [7, 3],
] as const) {
  test(`${rows} rows, three at a time, take ${rounds} rounds`, async () => {
    let left: number = rows;
    let asked = 0;
    const taken = await inBatches(3, async (limit) => {
      asked += 1;
      const now = Math.min(limit, left);
      left -= now;
      return now;
    });
    assert.deepEqual([taken, asked, left], [rows, rounds, 0]);
  });
}
