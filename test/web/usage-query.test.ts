import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysWithin, usageQueryIn } from '#web/app/views/usage/usage-query.ts';

const now = new Date('2026-11-23T23:59:59.999Z');
const daysOf = (address: Record<string, string>) => {
  const { start, end } = usageQueryIn(address, now);
  return [start, end];
};

test('without days in the address the last 30 are shown, and today is one of them', () => {
  assert.deepEqual(daysOf({}), ['2026-10-25', '2026-11-23']);
});

test('a range has at most the 90 days of a report, and at least today', () => {
  assert.deepEqual(daysOf({ days: '7' }), ['2026-11-17', '2026-11-23']);
  assert.deepEqual(daysOf({ days: '1000' }), ['2026-08-26', '2026-11-23']);
  assert.deepEqual(daysOf({ days: '-3' }), ['2026-11-23', '2026-11-23']);
  assert.deepEqual(daysOf({ days: 'many' }), daysOf({}));
});

test('days of one’s own win over the range, and one of them is enough', () => {
  assert.deepEqual(daysOf({ start: '2026-11-01', end: '2026-11-02', days: '7' }), [
    '2026-11-01',
    '2026-11-02',
  ]);
  assert.deepEqual(daysOf({ end: '2026-11-10', days: '7' }), ['2026-11-04', '2026-11-10']);
});

test('what the API would refuse is sent as it is, so that it says what is wrong', () => {
  assert.deepEqual(daysOf({ end: 'yesterday', days: '7' }), ['2026-11-17', 'yesterday']);
});

test('a chart has every UTC day of the window, also those without a lookup', () => {
  assert.deepEqual(daysWithin({ start: '2026-02-27T00:00:00.000Z', end: '2026-03-01T00:00:00.000Z' }), [
    '2026-02-27',
    '2026-02-28',
  ]);
  assert.deepEqual(daysWithin({ start: '2026-02-28T12:00:00.000Z', end: '2026-03-01T00:00:00.001Z' }), [
    '2026-02-28',
    '2026-03-01',
  ]);
});
