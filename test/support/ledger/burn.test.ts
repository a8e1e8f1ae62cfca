import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../properties.ts';
import { burn } from './burn.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const lot = (id: number, available: number, expiresInMs: number) => ({
  id,
  available,
  expiresAt: at(expiresInMs),
});

test('lots that expire sooner are burned first, and of two that expire together the older one', () => {
  const lots = [
    { ...lot(5, 5, 0), expiresAt: null },
    lot(1, 5, 300),
    lot(2, 2, 100),
    lot(4, 9, 200),
    lot(3, 3, 200),
  ];
  assert.deepEqual(burn(lots, 7, now), {
    ok: true,
    draws: [
      { lot: 2, credits: 2 },
      { lot: 3, credits: 3 },
      { lot: 4, credits: 2 },
    ],
  });
});

test('lots that never expire are burned last, oldest first', () => {
  const lots = [
    { ...lot(1, 2, 0), expiresAt: null },
    { ...lot(2, 2, 0), expiresAt: null },
    lot(3, 2, 8_000_000),
  ];
  assert.deepEqual(burn(lots, 3, now), {
    ok: true,
    draws: [
      { lot: 3, credits: 2 },
      { lot: 1, credits: 1 },
    ],
  });
});

test('a lot is burned up to 1 ms before it expires, and not when it does', () => {
  assert.deepEqual(burn([lot(1, 1, 1)], 1, now), { ok: true, draws: [{ lot: 1, credits: 1 }] });
  assert.deepEqual(burn([lot(1, 1, 0)], 1, now), { ok: false, shortBy: 1 });
  assert.deepEqual(burn([lot(1, 1, -1)], 1, now), { ok: false, shortBy: 1 });
});

const someLots = fc
  .array(fc.tuple(fc.nat(9), fc.integer({ min: -3, max: 6 })), { maxLength: 8 })
  .map((made) => made.map(([available, expiresInMs], id) => lot(id, available, expiresInMs)));

test('a spend is all or nothing, and empties every lot that expires before the last one it uses', () => {
  fc.assert(
    fc.property(someLots, fc.integer({ min: 0, max: 30 }), (lots, credits) => {
      const live = lots.filter((each) => each.expiresAt > now);
      const balance = live.reduce((sum, each) => sum + each.available, 0);
      const burned = burn(lots, credits, now);
      if (!burned.ok) return assert.equal(burned.shortBy, credits - balance);
      const taken = new Map(burned.draws.map((draw) => [draw.lot, draw.credits]));
      assert.equal(
        burned.draws.reduce((sum, draw) => sum + draw.credits, 0),
        credits,
      );
      for (const later of live.filter((each) => taken.has(each.id))) {
        for (const sooner of live.filter((each) => each.expiresAt < later.expiresAt)) {
          assert.equal(taken.get(sooner.id) ?? 0, sooner.available);
        }
      }
    }),
  );
});
