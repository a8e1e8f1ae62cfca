import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pepperFits } from '#domains/suppression/index.ts';
import { testDatabase } from '#test/support/database.ts';
import { asOperator, customer, importRows } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { StartupError } from '../start/startup-error.ts';
import { ensurePepper } from './pepper.ts';

test('replacing a lost pepper empties everything keyed with it, and keys and credits stay', async () => {
  await using service = await testService();
  const { db, pool } = service.database;
  await importRows(service, 'profile_url,email\ngithub.com/asha-example,asha@example.com\n');
  await asOperator(service, 'POST', '/api/v1/admin/suppressions', {
    email: 'out@example.com',
    reason: 'asked',
  });
  await customer(service);

  await ensurePepper(db, 'another pepper', { isPepperLost: true });

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

test('a pepper that matches replaces nothing', async () => {
  await using database = await testDatabase();
  await pepperFits(database.db, 'the pepper');

  await assert.rejects(ensurePepper(database.db, 'the pepper', { isPepperLost: true }), StartupError);
  const { rows } = await database.pool.query('select from suppression_pepper');
  assert.equal(rows.length, 1);
});
