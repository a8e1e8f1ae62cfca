import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { rateLimitReset, retryAfter } from './retry-after.ts';

const now = new Date('2026-03-01T00:00:00Z');
const secondsFrom = (at: Date | null) => (at ? (at.getTime() - now.getTime()) / 1000 : null);
const day = 86_400;

const waits: [string, number | null][] = [
  ['0', 0],
  ['120', 120],
  [' 7 ', 7],
  ['99999999999999999999', day],
  ['Sun, 01 Mar 2026 00:01:00 GMT', 60],
  ['Sat, 28 Feb 2026 00:00:00 GMT', 0],
  ['Mon, 01 Mar 2027 00:00:00 GMT', day],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
];

for (const [value, seconds] of waits) {
  test(`Retry-After "${value}" is ${seconds === null ? 'ignored' : `${seconds} s`}`, () => {
    assert.equal(secondsFrom(retryAfter({ 'retry-after': value }, now)), seconds);
  });
}

test('without the header there is no time', () => {
  assert.equal(retryAfter({}, now), null);
  assert.equal(rateLimitReset({}, now), null);
});

const resets: [string, number | null][] = [
  [String(now.getTime() / 1000 + 90), 90],
  [String(now.getTime() / 1000 - 90), 0],
  ['45', 45],
  ['2026-03-01T00:00:30Z', 30],
  ["{'minute': 3}", null],
];

for (const [value, seconds] of resets) {
  test(`a rate limit reset of "${value}" is ${seconds === null ? 'ignored' : `${seconds} s ahead`}`, () => {
    assert.equal(secondsFrom(rateLimitReset({ 'x-ratelimit-reset': value }, now)), seconds);
  });
}

test('the time is never in the past or more than a day ahead', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.date().map(String)), (value) => {
      for (const at of [
        retryAfter({ 'retry-after': value }, now),
        rateLimitReset({ 'ratelimit-reset': value }, now),
      ]) {
        const seconds = secondsFrom(at) ?? 0;
        assert.ok(seconds >= 0 && seconds <= day);
      }
    }),
  );
});
