import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPace } from './pace.ts';

test('the pace covers the last fifteen seconds, not the beginning', () => {
  const pace = openPace();
  pace.saw(0, 0);
  pace.saw(1_000_000, 1000);
  for (let second = 2; second <= 40; second += 1) pace.saw(1_000_000 + (second - 1) * 100, second * 1000);
  assert.equal(pace.perSecond(), 100);
  assert.equal(pace.leftMs(1_000_000 + 39 * 100 + 1000), 10_000);
});

test('with too little data there is neither pace nor remaining time', () => {
  const pace = openPace();
  assert.deepEqual([pace.perSecond(), pace.leftMs(10)], [null, null]);
  pace.saw(0, 0);
  pace.saw(5, 499);
  assert.deepEqual([pace.perSecond(), pace.leftMs(10)], [null, null]);
});

test('without movement the remaining time is unknown, and past the end it is zero', () => {
  const pace = openPace();
  pace.saw(5, 0);
  pace.saw(5, 1000);
  assert.equal(pace.leftMs(10), null);
  pace.saw(15, 2000);
  assert.equal(pace.leftMs(10), 0);
});
