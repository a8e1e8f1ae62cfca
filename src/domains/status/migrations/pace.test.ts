import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterBatch, afterLook, areSlow, firstPace } from './pace.ts';

test('a batch grows until it takes 100 ms, and shrinks as soon as it takes longer', () => {
  let pace = firstPace;
  for (const msPerRow of [0.1, 0.1, 0.1, 0.1]) pace = afterBatch(pace, pace.rows * msPerRow);
  assert.equal(pace.rows, 1_000);
  assert.equal(afterBatch(pace, 400).rows, 250);
  assert.equal(afterBatch({ rows: 10, rest: 1 }, 60_000).rows, 10);
  assert.equal(afterBatch({ rows: 5_000, rest: 1 }, 0).rows, 5_000);
});

test('it rests twice as long while lookups are slow, to a limit, and less again when they are not', () => {
  let pace = firstPace;
  for (let look = 0; look < 10; look += 1) pace = afterLook(pace, true);
  assert.equal(pace.rest, 32);
  for (let look = 0; look < 10; look += 1) pace = afterLook(pace, false);
  assert.equal(pace.rest, 1);
});

test('lookups are slow at twice their usual time, if they are enough and take more than 100 ms', () => {
  const usual = { lookups: 1_000, p95_ms: 300 };
  assert.equal(areSlow({ lookups: 20, p95_ms: 601 }, usual), true);
  assert.equal(areSlow({ lookups: 20, p95_ms: 600 }, usual), false);
  assert.equal(areSlow({ lookups: 19, p95_ms: 5_000 }, usual), false);
  const none = { lookups: 0, p95_ms: null };
  assert.equal(areSlow({ lookups: 50, p95_ms: 101 }, none), true);
  assert.equal(areSlow({ lookups: 50, p95_ms: 100 }, none), false);
  assert.equal(areSlow(none, usual), false);
});
