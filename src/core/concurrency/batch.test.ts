import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchOverflow, batch } from './batch.ts';

const doubled = async (items: number[]) => items.map((item) => item * 2);

test('calls in the same turn share a statement, and each gets its own result', async () => {
  const sizes: number[] = [];
  const double = batch({ run: doubled, onBatch: (_, items) => sizes.push(items) });
  assert.deepEqual(await Promise.all([1, 2, 3].map(double)), [2, 4, 6]);
  assert.deepEqual(sizes, [3]);
});

test('the next batch forms while one is in flight', async () => {
  const sizes: number[] = [];
  let release = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const double = batch({
    run: async (items: number[]) => {
      sizes.push(items.length);
      await blocked;
      return doubled(items);
    },
  });
  const first = double(1);
  await new Promise(setImmediate);
  const others = [2, 3, 4].map(double);
  release();
  assert.deepEqual(await Promise.all([first, ...others]), [2, 4, 6, 8]);
  assert.deepEqual(sizes, [1, 3]);
});

test('no statement is larger than the limit', async () => {
  const sizes: number[] = [];
  const double = batch({ run: doubled, sizeMax: 4, onBatch: (_, items) => sizes.push(items) });
  await Promise.all(Array.from({ length: 10 }, (_, at) => double(at)));
  assert.deepEqual(sizes, [4, 4, 2]);
});

test('an item that makes the statement fail fails only its own call', async () => {
  const run = async (items: number[]) => {
    if (items.includes(13)) throw new Error('unlucky');
    return doubled(items);
  };
  const results = await Promise.allSettled([1, 13, 2].map(batch({ run })));
  assert.deepEqual(
    results.map((result) =>
      result.status === 'fulfilled' ? result.value : (result.reason as Error).message,
    ),
    [2, 'unlucky', 4],
  );
});

test('after a lost connection the same items are sent again as one statement', async () => {
  const sent: number[][] = [];
  const run = async (items: number[]) => {
    sent.push(items);
    if (sent.length === 1) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    return doubled(items);
  };
  assert.deepEqual(await Promise.all([1, 2].map(batch({ run }))), [2, 4]);
  assert.deepEqual(sent, [
    [1, 2],
    [1, 2],
  ]);
});

test('after 4 seconds without a database, the calls and those queued behind them fail', async () => {
  const paused: number[] = [];
  let tries = 0;
  const run = async (): Promise<number[]> => {
    tries += 1;
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  const pause = async (ms: number) => {
    paused.push(ms);
  };
  const results = await Promise.allSettled([1, 2, 3].map(batch({ run, pause, sizeMax: 2 })));
  assert.ok(results.every((result) => result.status === 'rejected'));
  assert.equal(tries, paused.length + 1);
  assert.equal(Math.round(paused.reduce((sum, ms) => sum + ms) / 1000), 4);
});

test('a statement that timed out is not repeated item by item', async () => {
  let tries = 0;
  const run = async (): Promise<number[]> => {
    tries += 1;
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  };
  const results = await Promise.allSettled([1, 2, 3].map(batch({ run })));
  assert.ok(results.every((result) => result.status === 'rejected'));
  assert.equal(tries, 1);
});

test('after an error, later calls succeed', async () => {
  let isBroken = true;
  const run = async (items: number[]) => {
    if (isBroken) throw new Error('broken');
    return doubled(items);
  };
  const double = batch({ run });
  await assert.rejects(double(1));
  isBroken = false;
  assert.equal(await double(2), 4);
});

test('a call beyond the queue limit is refused and does nothing', async () => {
  const ran: number[] = [];
  const run = async (items: number[]) => {
    ran.push(...items);
    return doubled(items);
  };
  const double = batch({ run, queueMax: 2 });
  const results = await Promise.allSettled([1, 2, 3].map(double));
  assert.ok(results[2]?.status === 'rejected' && results[2].reason instanceof BatchOverflow);
  assert.deepEqual(ran, [1, 2]);
});

test('a statement that returns too few results fails its calls instead of mixing them up', async () => {
  const results = await Promise.allSettled([1, 2].map(batch<number, number>({ run: async () => [] })));
  assert.ok(results.every((result) => result.status === 'rejected'));
});
