import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesText, durationText, grouped, table, wrapped } from './words.ts';

test('bytes are shown in a fitting unit', () => {
  const cases: [number, string][] = [
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [72_900, '72.9 kB'],
    [187_400_000, '187 MB'],
    [10_737_418_240, '10.7 GB'],
  ];
  for (const [bytes, text] of cases) assert.equal(bytesText(bytes), text);
});

test('durations have at most two units', () => {
  const cases: [number, string][] = [
    [0, '0.0 s'],
    [9_940, '9.9 s'],
    [10_000, '10 s'],
    [59_400, '59 s'],
    [59_600, '1 min'],
    [200_000, '3 min 20 s'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
  ];
  for (const [ms, text] of cases) assert.equal(durationText(ms), text);
});

test('numbers are grouped and right-aligned', () => {
  assert.equal(grouped(1_234_567), '1,234,567');
  assert.deepEqual(
    table([
      ['a', 1000, 'x'],
      ['long', 7, ''],
    ]),
    ['a      1,000   x', 'long       7'],
  );
});

test('text wraps between words and at its own line breaks', () => {
  assert.deepEqual(wrapped('one two three\nfour', 8), ['one two', 'three', 'four']);
  assert.deepEqual(wrapped('a incomprehensibility b', 5), ['a', 'incomprehensibility', 'b']);
});
