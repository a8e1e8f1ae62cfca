import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { raceForBudgets } from '#test/support/ledger/budget-races.ts';
import { sizeOf } from '#test/support/size.ts';

test('two processes race at the edges of days, months, keys and accounts: no budget is exceeded, and each counts what was spent', async () => {
  await using database = await testDatabase();
  const spends = sizeOf({ small: 10_000, whole: 100_000 });
  const { mismatches, counts, exhausted } = await raceForBudgets({
    target: database.url,
    spends,
    seed: 20261126,
  });
  assert.deepEqual(mismatches, []);
  for (const what of ['answered', 'miss', 'budget_reached', 'hold held', 'hold budget_reached'])
    assert.ok((counts[what] ?? 0) > 0, `${what} never happened`);
  assert.ok(exhausted > 0, 'no budget was spent to the last credit');
});
