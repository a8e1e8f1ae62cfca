import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSale } from './describe-sale.ts';

const scale = { kind: 'monthly', name: 'Scale', credits: 200 } as const;

for (const [start, end, words] of [
  ['2026-11-22T04:30:00Z', '2026-12-22T04:30:00Z', '22 November 2026 to 22 December 2026'],
  ['2026-11-21T18:30:00Z', '2026-12-21T18:30:00Z', '22 November 2026 to 21 December 2026'],
  ['2026-12-31T18:29:59Z', '2027-01-31T18:29:59Z', '31 December 2026 to 31 January 2027'],
] as const) {
  test(`a period from ${start} to ${end} is described by its days in India`, () => {
    const period = { start: new Date(start), end: new Date(end) };
    assert.equal(describeSale({ ...scale, period }), `Scale plan, 200 credits, ${words}`);
  });
}

test('a plan without a period and a pack are described by their credits', () => {
  assert.equal(describeSale({ ...scale, period: null }), 'Scale plan, 200 credits');
  assert.equal(
    describeSale({ kind: 'topup', name: '2,000 credits', credits: 2_000, period: null }),
    'Top-up pack, 2,000 credits, valid for one year',
  );
});
