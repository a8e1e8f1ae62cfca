import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooFastIn } from '#test/stalls/growth.ts';
import { openKnownValues } from './copies-in-memory.ts';

const limits = { knownMax: 3, knownForMs: 10_000, unknownMax: 2, unknownForMs: 5_000 };

test('a value is believed for 10 s and an unknown key for 5 s, to the millisecond', () => {
  const known = openKnownValues<string>(limits);
  known.keep('a', 'value', 0);
  known.keep('u', null, 0);
  assert.deepEqual([known.get('a', 9_999), known.get('a', 10_000)], ['value', undefined]);
  assert.deepEqual([known.get('u', 4_999), known.get('u', 5_000)], [null, undefined]);
});

test('one value too many pushes out the one that was read longest ago', () => {
  const known = openKnownValues<string>(limits);
  for (const key of ['a', 'b', 'c', 'a', 'd']) known.keep(key, key, 0);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => known.get(key, 0)),
    ['a', undefined, 'c', 'd'],
  );
});

test('unknown keys push out one another, never a value', () => {
  const known = openKnownValues<string>(limits);
  known.keep('a', 'a', 0);
  for (let guess = 0; guess < 100; guess += 1) known.keep(`guess ${guess}`, null, 0);
  assert.equal(known.get('a', 0), 'a');
  assert.equal(known.size, 3);
});

test('pushing one out costs the same, however many are known', async () => {
  const pushedOut = (knownMax: number) => {
    const known = openKnownValues<string>({ ...limits, knownMax });
    let keys = 0;
    const add = () => known.keep(`key ${keys++}`, 'value', 0);
    while (known.size < knownMax) add();
    return () => {
      for (let more = 0; more < knownMax; more += 1) add();
    };
  };
  const cases = () => [{ name: 'a full map', of: pushedOut }];
  assert.deepEqual(await tooFastIn({ name: 'known values', lengthMax: 50_000, cases }), []);
});

test('after all were dropped, the oldest of the new ones is pushed out', () => {
  const known = openKnownValues<string>(limits);
  for (const key of ['a', 'b', 'c', 'd']) known.keep(key, key, 0);
  known.clear();
  for (const key of ['e', 'f', 'g', 'h', 'i']) known.keep(key, key, 0);
  assert.deepEqual(
    ['d', 'e', 'f', 'g', 'h', 'i'].map((key) => known.get(key, 0)),
    [undefined, undefined, undefined, 'g', 'h', 'i'],
  );
});

test('what is dropped is not known any more', () => {
  const known = openKnownValues<string>(limits);
  for (const key of ['a', 'b', 'c']) known.keep(key, `value of ${key}`, 0);
  known.drop('a');
  known.dropWhere((value) => value.endsWith('b'));
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => known.get(key, 0)),
    [undefined, undefined, 'value of c'],
  );
  known.keep('u', null, 0);
  known.dropUnknown();
  assert.deepEqual([known.get('u', 0), known.get('c', 0)], [undefined, 'value of c']);
  known.clear();
  assert.equal(known.size, 0);
});
