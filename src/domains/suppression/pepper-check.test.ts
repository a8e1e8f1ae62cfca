import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { pepperFits } from './pepper-check.ts';

test('the first pepper of a database is the only one that fits it', async () => {
  await using database = await testDatabase();
  assert.equal(await pepperFits(database.db, 'the first pepper'), true);
  assert.equal(await pepperFits(database.db, 'another pepper'), false);
  assert.equal(await pepperFits(database.db, 'the first pepper'), true);
});

test('when processes start at once with two peppers, only those with one of them start', async () => {
  await using database = await testDatabase();
  const peppers = Array.from({ length: 8 }, (_, at) => `pepper ${at % 2}`);
  const fitting = await Promise.all(peppers.map((pepper) => pepperFits(database.db, pepper)));
  const [even, odd] = [fitting.filter((_, at) => at % 2 === 0), fitting.filter((_, at) => at % 2 === 1)];
  assert.notEqual(even[0], odd[0]);
  assert.equal(new Set(even).size + new Set(odd).size, 2);
});

test('what is kept of the pepper does not show it', async () => {
  await using database = await testDatabase();
  await pepperFits(database.db, 'the first pepper');
  const { rows } = await database.pool.query('select * from suppression_pepper');
  assert.doesNotMatch(JSON.stringify(rows), /the first pepper/);
});
