import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { fc } from '#test/support/properties.ts';
import { packExpiry, periodEnd } from './index.ts';

/** anchor, start of the period, its end */
const periods = [
  ['2026-01-15T09:30:00.000Z', '2026-01-15T09:30:00.000Z', '2026-02-15T09:30:00.000Z'],
  ['2026-01-28T00:00:00.000Z', '2026-01-28T00:00:00.000Z', '2026-02-28T00:00:00.000Z'],
  ['2026-01-29T12:00:00.000Z', '2026-01-29T12:00:00.000Z', '2026-02-28T12:00:00.000Z'],
  ['2026-01-30T12:00:00.000Z', '2026-02-28T12:00:00.000Z', '2026-03-30T12:00:00.000Z'],
  ['2026-01-31T23:59:59.999Z', '2026-01-31T23:59:59.999Z', '2026-02-28T23:59:59.999Z'],
  ['2026-01-31T23:59:59.999Z', '2026-02-28T23:59:59.999Z', '2026-03-31T23:59:59.999Z'],
  ['2026-01-31T00:00:00.000Z', '2026-03-31T00:00:00.000Z', '2026-04-30T00:00:00.000Z'],
  ['2026-01-31T00:00:00.000Z', '2026-04-30T00:00:00.000Z', '2026-05-31T00:00:00.000Z'],
  ['2026-05-31T18:30:00.000Z', '2026-05-31T18:30:00.000Z', '2026-06-30T18:30:00.000Z'],
  ['2028-01-29T05:00:00.000Z', '2028-01-29T05:00:00.000Z', '2028-02-29T05:00:00.000Z'],
  ['2028-01-31T05:00:00.000Z', '2028-01-31T05:00:00.000Z', '2028-02-29T05:00:00.000Z'],
  ['2028-02-29T05:00:00.000Z', '2028-02-29T05:00:00.000Z', '2028-03-29T05:00:00.000Z'],
  ['2028-02-29T05:00:00.000Z', '2029-01-29T05:00:00.000Z', '2029-02-28T05:00:00.000Z'],
  ['2026-12-31T20:00:00.000Z', '2026-12-31T20:00:00.000Z', '2027-01-31T20:00:00.000Z'],
  ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  // The clocks of New York and London change in these.
  ['2026-02-20T02:30:00.000Z', '2026-02-20T02:30:00.000Z', '2026-03-20T02:30:00.000Z'],
  ['2026-10-05T01:30:00.000Z', '2026-10-05T01:30:00.000Z', '2026-11-05T01:30:00.000Z'],
  ['2100-01-31T00:00:00.000Z', '2100-01-31T00:00:00.000Z', '2100-02-28T00:00:00.000Z'],
  ['2000-01-31T00:00:00.000Z', '2000-01-31T00:00:00.000Z', '2000-02-29T00:00:00.000Z'],
] as const;

/** bought, expired */
const packs = [
  ['2026-11-21T10:00:00.000Z', '2027-11-21T10:00:00.000Z'],
  ['2027-02-28T10:00:00.000Z', '2028-02-28T10:00:00.000Z'],
  ['2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ['2028-02-28T23:59:59.999Z', '2029-02-28T23:59:59.999Z'],
  ['2028-02-29T00:00:00.000Z', '2029-02-28T00:00:00.000Z'],
  ['2028-02-29T23:59:59.999Z', '2029-02-28T23:59:59.999Z'],
  ['2026-12-31T23:59:59.999Z', '2027-12-31T23:59:59.999Z'],
] as const;

for (const [anchor, start, end] of periods) {
  test(`anchored at ${anchor}, the period from ${start} ends at ${end}`, () => {
    assert.equal(periodEnd(new Date(anchor), new Date(start)).toISOString(), end);
  });
}

for (const [bought, expired] of packs) {
  test(`a pack bought at ${bought} is good until ${expired}`, () => {
    assert.equal(packExpiry(new Date(bought)).toISOString(), expired);
  });
}

const zones = ['Asia/Kolkata', 'America/New_York', 'Europe/London', 'Pacific/Apia', 'Australia/Lord_Howe'];

for (const zone of zones) {
  test(`the dates are the same on a machine in ${zone}`, () => {
    const script = `
      import { packExpiry, periodEnd } from ${JSON.stringify(import.meta.resolve('./rules.ts'))};
      const { periods, packs } = JSON.parse(process.argv[1]);
      if (new Date(2026, 6, 1).getTimezoneOffset() === 0) throw new Error('still in UTC');
      console.log(JSON.stringify({
        ends: periods.map(([anchor, start]) => periodEnd(new Date(anchor), new Date(start))),
        expiries: packs.map(([bought]) => packExpiry(new Date(bought))),
      }));`;
    const printed = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', script, '--', JSON.stringify({ periods, packs })],
      { env: { ...process.env, TZ: zone }, encoding: 'utf8' },
    );
    const { ends, expiries } = JSON.parse(printed);
    assert.deepEqual(
      ends,
      periods.map(([, , end]) => end),
    );
    assert.deepEqual(
      expiries,
      packs.map(([, expired]) => expired),
    );
  });
}

const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
const daysIn = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();

test('1 ms before its end a period still ends then; at its end the next one has begun', () => {
  fc.assert(
    fc.property(instant, instant, (anchor, within) => {
      const end = periodEnd(anchor, within);
      assert.ok(end > within);
      assert.deepEqual(periodEnd(anchor, new Date(end.getTime() - 1)), end);
      assert.ok(periodEnd(anchor, end) > end);
      assert.deepEqual(periodEnd(anchor, new Date(end.getTime() + 1)), periodEnd(anchor, end));
    }),
  );
});

test('for ten years each period follows the one before, has 28 to 31 days, and keeps to the anchor', () => {
  fc.assert(
    fc.property(instant, (anchor) => {
      let start = anchor;
      for (let months = 1; months <= 120; months += 1) {
        const end = periodEnd(anchor, start);
        const days = (end.getTime() - start.getTime()) / dayMs;
        assert.ok(Number.isInteger(days) && days >= 28 && days <= 31, `${days} days`);
        assert.equal(end.getUTCDate(), Math.min(anchor.getUTCDate(), daysIn(end)));
        const sinceAnchor = (end.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + end.getUTCMonth();
        assert.equal(sinceAnchor - anchor.getUTCMonth(), months);
        start = end;
      }
    }),
    { numRuns: 50 },
  );
});

test('a pack is good for 365 or 366 days', () => {
  fc.assert(
    fc.property(instant, (bought) => {
      const days = (packExpiry(bought).getTime() - bought.getTime()) / dayMs;
      assert.ok(days === 365 || days === 366, `${days} days`);
    }),
  );
});
