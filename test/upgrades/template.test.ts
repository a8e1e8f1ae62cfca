import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasTable } from '#platform/database/migrate.ts';
import { testDatabase } from '../support/database.ts';

test('databases of tests have the schema of the rehearsal in TEST_REHEARSAL, or else of this checkout', async () => {
  await using database = await testDatabase();
  const client = await database.pool.connect();
  assert.equal(await hasTable(client, 'key_terms'), process.env.TEST_REHEARSAL === '3.1.0');
  client.release();
});
