import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateInIndia, financialYearOf } from './tax-split.ts';

for (const [at, date, year] of [
  ['2027-03-31T18:29:59.999Z', '2027-03-31', '2627'],
  ['2027-03-31T18:30:00.000Z', '2027-04-01', '2728'],
  ['2026-04-01T00:00:00.000Z', '2026-04-01', '2627'],
  ['2026-12-31T18:30:00.000Z', '2027-01-01', '2627'],
  ['2099-04-01T00:00:00.000Z', '2099-04-01', '9900'],
] as const) {
  test(`${at} is ${date} in India, in the financial year ${year}`, () => {
    assert.equal(dateInIndia(new Date(at)), date);
    assert.equal(financialYearOf(new Date(at)), year);
  });
}
