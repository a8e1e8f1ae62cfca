import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKnownKeys } from './known-keys.ts';

const limits = { keysMax: 3, keyForMs: 10_000, unknownMax: 2, unknownForMs: 5_000 };

test('a key is believed for 10 s and an unknown hash for 5 s, to the millisecond', () => {
  const known = openKnownKeys<string>(limits);
  known.keep('a', 'policy', 0);
  known.keep('u', null, 0);
  assert.deepEqual([known.get('a', 9_999), known.get('a', 10_000)], ['policy', undefined]);
  assert.deepEqual([known.get('u', 4_999), known.get('u', 5_000)], [null, undefined]);
});

test('one key too many pushes out the one that was read longest ago', () => {
  const known = openKnownKeys<string>(limits);
  for (const hash of ['a', 'b', 'c', 'a', 'd']) known.keep(hash, hash, 0);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((hash) => known.get(hash, 0)),
    ['a', undefined, 'c', 'd'],
  );
});

test('unknown hashes push out one another, never a key', () => {
  const known = openKnownKeys<string>(limits);
  known.keep('a', 'a', 0);
  for (let guess = 0; guess < 100; guess += 1) known.keep(`guess ${guess}`, null, 0);
  assert.equal(known.get('a', 0), 'a');
  assert.equal(known.size, 3);
});

test('what is dropped is not known any more', () => {
  const known = openKnownKeys<string>(limits);
  for (const hash of ['a', 'b', 'c']) known.keep(hash, `policy of ${hash}`, 0);
  known.drop('a');
  known.dropWhere((policy) => policy.endsWith('b'));
  assert.deepEqual(
    ['a', 'b', 'c'].map((hash) => known.get(hash, 0)),
    [undefined, undefined, 'policy of c'],
  );
  known.clear();
  assert.equal(known.size, 0);
});
