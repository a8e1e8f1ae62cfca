import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boundOf, boundsMs, percentileOf } from './percentiles.ts';

for (const [ms, bound] of [
  [0, 1],
  [1, 1],
  [1.001, 2],
  [8000, 8000],
  [8001, 12_000],
  [90_000, 30_000],
] as const) {
  test(`${ms} ms count with ${bound}`, () => assert.equal(boundOf(ms), bound));
}

test('without lookups there is no percentile', () => {
  assert.equal(percentileOf(new Map(), 0.5), null);
});

test('lookups between two bounds are evenly spread', () => {
  const counts = new Map([
    [10, 50],
    [20, 50],
  ]);
  assert.deepEqual(
    [0.25, 0.5, 0.75, 0.99, 1].map((share) => percentileOf(counts, share)),
    [8, 10, 15, 20, 20],
  );
});

test('a percentile lies between the bounds of the lookup it stands for', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 29_999, noNaN: true }), { minLength: 1 }), (times) => {
      const counts = new Map<number, number>();
      for (const ms of times) counts.set(boundOf(ms), (counts.get(boundOf(ms)) ?? 0) + 1);
      const sorted = times.toSorted((a, b) => a - b);
      for (const share of [0.5, 0.95, 0.99]) {
        const bound = boundOf(sorted[Math.ceil(sorted.length * share) - 1]!);
        const lower = boundsMs[boundsMs.indexOf(bound as never) - 1] ?? 0;
        const found = percentileOf(counts, share)!;
        assert.ok(found >= lower && found <= bound, `${found} of ${lower} to ${bound}`);
      }
    }),
  );
});
