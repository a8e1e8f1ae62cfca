import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pepperFits } from '#domains/suppression/index.ts';
import { testDatabase } from '#test/support/database.ts';
import { asOperator, customer, importRows } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { settlePepper } from './pepper.ts';
import { StartRefused } from './start-refused.ts';

test('with a lost pepper everything that was found by its keys goes, and keys and credits stay', async () => {
  await using service = await testService();
  const { db, pool } = service.database;
  await importRows(service, 'profile_url,email\ngithub.com/asha-example,asha@example.com\n');
  await asOperator(service, 'POST', '/api/v1/admin/suppressions', {
    email: 'out@example.com',
    reason: 'asked',
  });
  await customer(service);

  await settlePepper(db, 'another pepper', { replaces: true });

  const { rows } = await pool.query<{ table: string }>(`
    select attrelid::regclass::text as table from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname in ('suppression_keys', 'name_marks', 'because_of') and relkind in ('r', 'p')`);
  for (const { table } of rows) {
    const left = await pool.query(`select count(*)::int as rows from ${table}`);
    assert.deepEqual({ table, rows: left.rows[0].rows }, { table, rows: 0 });
  }
  assert.ok(rows.length >= 4);
  const keys = await pool.query('select count(*)::int as rows from api_key');
  assert.equal(keys.rows[0].rows, 1);
  assert.equal(await pepperFits(db, 'another pepper'), true);
});

test('a pepper that fits replaces nothing', async () => {
  await using database = await testDatabase();
  await pepperFits(database.db, 'the pepper');

  await assert.rejects(settlePepper(database.db, 'the pepper', { replaces: true }), StartRefused);
  const { rows } = await database.pool.query('select from suppression_pepper');
  assert.equal(rows.length, 1);
});
