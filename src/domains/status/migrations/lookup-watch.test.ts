import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { watchLookups } from './lookup-watch.ts';

test('every ten seconds it compares the lookups since then with those of the day before', async (t) => {
  await using database = await testDatabase();
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const at = new Date('2026-11-27T11:30:00Z');
  const lookups = (hour: string, mostMs: number, count: number) =>
    database.pool.query(
      `insert into lookup_time values ($1, $2, $3)
       on conflict (hour, most_ms) do update set lookups = lookup_time.lookups + excluded.lookups`,
      [`2026-11-27T${hour}:00:00Z`, mostMs, count],
    );
  await lookups('03', 300, 1_000);
  await lookups('11', 200, 500);
  const watch = await watchLookups(database.db, at);
  nowMs = 9_999;
  assert.equal(await watch.look(600), null);
  await lookups('11', 300, 100);
  nowMs = 10_000;
  assert.deepEqual(await watch.look(400), { isSlow: false, perSecond: 100 });
  await lookups('12', 5_000, 100);
  nowMs = 20_000;
  assert.deepEqual(await watch.look(0), { isSlow: true, perSecond: 0 });
  nowMs = 30_000;
  assert.deepEqual(await watch.look(0), { isSlow: false, perSecond: 0 });
});
