import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs } from '#core/clock.ts';
import { fc } from '#test/support/properties.ts';
import { brokenHours, splitWindow, usageWindow, windowDaysMax, withWhole } from './rules.ts';

const now = new Date('2026-11-21T10:30:00.000Z');

/** start, end, the window that is meant */
const windows = [
  [undefined, undefined, '2026-11-14T10:30:00.000Z', '2026-11-21T10:30:00.000Z'],
  ['2026-11-20', undefined, '2026-11-20T00:00:00.000Z', '2026-11-21T10:30:00.000Z'],
  [undefined, '2026-11-10', '2026-11-04T00:00:00.000Z', '2026-11-11T00:00:00.000Z'],
  [undefined, '2026-11-10T00:00:00Z', '2026-11-03T00:00:00.000Z', '2026-11-10T00:00:00.000Z'],
  ['2026-11-10', '2026-11-10', '2026-11-10T00:00:00.000Z', '2026-11-11T00:00:00.000Z'],
  ['2026-11-01', '2026-11-30', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29', '2028-02-29T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ['2026-11-20T10:30', '2026-11-20T10:31', '2026-11-20T10:30:00.000Z', '2026-11-20T10:31:00.000Z'],
  ['2026-11-20 10:30:15', '2026-11-20 10:30:16', '2026-11-20T10:30:15.000Z', '2026-11-20T10:30:16.000Z'],
  [
    '2026-11-20T10:30:15.5z',
    '2026-11-20T10:30:15.75Z',
    '2026-11-20T10:30:15.500Z',
    '2026-11-20T10:30:15.750Z',
  ],
  [
    '2026-11-20T05:30:00+05:30',
    '2026-11-20T01:00:00Z',
    '2026-11-20T00:00:00.000Z',
    '2026-11-20T01:00:00.000Z',
  ],
  [
    '2026-11-20T05:30:00+0530',
    '2026-11-20T01:00:00Z',
    '2026-11-20T00:00:00.000Z',
    '2026-11-20T01:00:00.000Z',
  ],
  [
    '2026-11-20T05:30:00 05:30',
    '2026-11-20T01:00:00Z',
    '2026-11-20T00:00:00.000Z',
    '2026-11-20T01:00:00.000Z',
  ],
  [
    '2026-11-19T20:00:00-04:00',
    '2026-11-20T01:00:00Z',
    '2026-11-20T00:00:00.000Z',
    '2026-11-20T01:00:00.000Z',
  ],
] as const;

for (const [start, end, from, until] of windows) {
  test(`from ${start ?? 'nothing'} to ${end ?? 'nothing'} is ${from} to ${until}`, () => {
    const window = usageWindow(start, end, now);
    assert.deepEqual(window, { ok: true, start: new Date(from), end: new Date(until) });
  });
}

const noInstant = 'Input should be a valid ISO 8601 date or time';

/** start, end, the member that is refused, why */
const refusals = [
  ['2026-13-01', undefined, 'start', noInstant],
  ['2026-02-29', '2026-03-01', 'start', noInstant],
  ['2026-06-31T10:00:00Z', '2026-07-02', 'start', noInstant],
  ['yesterday', undefined, 'start', noInstant],
  ['1700000000', undefined, 'start', noInstant],
  ['2026-11-20T25:00:00Z', undefined, 'start', noInstant],
  ['2026-11-20T10:61', undefined, 'start', noInstant],
  ['2026-11-20T10', undefined, 'start', noInstant],
  ['20/11/2026', undefined, 'start', noInstant],
  ['2026-11-20Z', undefined, 'start', noInstant],
  ["2026-11-20'; drop table account", undefined, 'start', noInstant],
  [undefined, '2026-11-31', 'end', noInstant],
  [undefined, 'now', 'end', noInstant],
  ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z', 'end', 'The end should be after the start'],
  ['2026-11-20T10:00:00.001Z', '2026-11-20T10:00:00.000Z', 'end', 'The end should be after the start'],
  ['2026-11-21', '2026-11-20', 'end', 'The end should be after the start'],
  ['2026-11-22', undefined, 'end', 'The end should be after the start'],
  ['2026-08-01', '2026-10-30', 'start', 'The window should be at most 90 days'],
  ['2026-01-01', undefined, 'start', 'The window should be at most 90 days'],
] as const;

for (const [start, end, field, why] of refusals) {
  test(`from ${start ?? 'nothing'} to ${end ?? 'nothing'} is refused, naming the ${field}`, () => {
    assert.deepEqual(usageWindow(start, end, now), { ok: false, field, why });
  });
}

const instant = fc.date({
  min: new Date('2020-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
});
const longestMs = windowDaysMax * dayMs;

test('a window of 1 ms to exactly 90 days is taken, one of 0 ms or 90 days and 1 ms is not', () => {
  fc.assert(
    fc.property(
      instant,
      fc.oneof(fc.constantFrom(0, 1, longestMs - 1, longestMs, longestMs + 1), fc.nat(2 * longestMs)),
      (start, lengthMs) => {
        const end = new Date(start.getTime() + lengthMs);
        const window = usageWindow(start.toISOString(), end.toISOString(), now);
        if (lengthMs > 0 && lengthMs <= longestMs) assert.deepEqual(window, { ok: true, start, end });
        else assert.equal(!window.ok && window.field, lengthMs === 0 ? 'end' : 'start');
      },
    ),
  );
});

test('without an end the window ends now, and a start of up to 90 days ago is taken', () => {
  fc.assert(
    fc.property(instant, fc.constantFrom(longestMs - 1, longestMs, longestMs + 1), (end, agoMs) => {
      const start = new Date(end.getTime() - agoMs).toISOString();
      assert.equal(usageWindow(start, undefined, end).ok, agoMs <= longestMs);
    }),
  );
});

test('any text is either read or refused', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (start, end) => {
      const window = usageWindow(start, end, now);
      if (window.ok) assert.ok(window.start < window.end);
      else assert.ok(window.field === 'start' || window.field === 'end');
    }),
  );
});

test('a window is parted into full hours without a gap or an overlap', () => {
  const instant = fc.integer({ min: 0, max: 20 * hourMs }).map((ms) => new Date(ms));
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      const [start, end] = one <= other ? [one, other] : [other, one];
      const { head, hours, tail } = splitWindow({ start, end });
      assert.deepEqual([head.start, head.end, hours.end, tail.end], [start, hours.start, tail.start, end]);
      const lengthMs = hours.end.getTime() - hours.start.getTime();
      assert.equal(lengthMs % hourMs, 0);
      if (lengthMs === 0) return;
      assert.equal(hours.start.getTime() % hourMs, 0);
      assert.ok(hours.start.getTime() - start.getTime() < hourMs);
      assert.ok(end.getTime() - hours.end.getTime() < hourMs);
    }),
  );
});

test('a window has the whole of the hours that are named, and of no other', () => {
  const at = (minutes: number) => new Date(minutes * 60_000);
  const window = { start: at(90), end: at(150) };
  assert.deepEqual(brokenHours([window, { start: at(60), end: at(150) }]), [at(60), at(120)]);
  assert.deepEqual(withWhole(window, new Set([hourMs])), { start: at(60), end: at(150) });
  assert.deepEqual(withWhole(window, new Set([hourMs, 2 * hourMs])), { start: at(60), end: at(180) });
  assert.deepEqual(withWhole({ start: at(60), end: at(120) }, new Set([hourMs, 2 * hourMs])), {
    start: at(60),
    end: at(120),
  });
});
