import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openManualTiming } from '#test/support/outgoing/manual-timing.ts';
import { fc } from '#test/support/properties.ts';
import { ExpiringMap } from './expiring-map.ts';

test('an entry exists until its last millisecond and is gone after it', async () => {
  const timing = openManualTiming();
  const map = new ExpiringMap<string>(timing, 10);
  map.set('a', 'value', 1000);

  await timing.advance(999);
  assert.equal(map.get('a'), 'value');
  await timing.advance(1);
  assert.equal(map.get('a'), undefined);
  assert.equal(map.size, 0);
});

test('the weight never exceeds the limit, and the newest entry that fits stays', () => {
  const writes = fc.array(
    fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 1, max: 10 })),
  );

  fc.assert(
    fc.property(writes, (entries) => {
      const map = new ExpiringMap<number>(openManualTiming(), 20, (weight) => weight);
      for (const [key, weight] of entries) {
        map.set(key, weight, 1000);
        assert.equal(map.get(key), weight);
        const sum = ['a', 'b', 'c', 'd', 'e'].reduce((total, each) => total + (map.get(each) ?? 0), 0);
        assert.ok(sum <= 20);
      }
    }),
  );
});

test('an entry heavier than the limit is not stored', () => {
  const map = new ExpiringMap<number>(openManualTiming(), 20, (weight) => weight);
  map.set('a', 21, 1000);
  assert.equal(map.get('a'), undefined);
});
