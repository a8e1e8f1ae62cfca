import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { eventually } from '#test/support/eventually.ts';
import { emptyDatabase, first, folderOf } from '#test/support/migrations.ts';
import { migrate } from './migrate.ts';

/** Locks on a table, by whether they are held. */
async function locksOn(pool: pg.Pool, table: string) {
  const { rows } = await pool.query<{ mode: string; granted: boolean; pid: number }>(
    'select mode, granted, pid from pg_locks where relation = to_regclass($1)',
    [table],
  );
  return {
    waiting: rows.filter(({ granted }) => !granted),
    held: rows.filter(({ granted }) => granted),
  };
}

test('a table in use is left again after the timeout, so others read and write it while a migration waits', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf(first);
  await migrate(database.pool, files);
  await files.write('0002_column.sql', 'alter table first_table add column added int;');
  const reader = await database.pool.connect();
  await reader.query('begin');
  await reader.query('select * from first_table');
  // Long enough to be seen on a busy machine.
  const migrating = migrate(database.pool, { ...files, lockTimeoutMs: 2_000 });
  await eventually(async () => {
    const { waiting } = await locksOn(database.pool, 'first_table');
    assert.deepEqual(
      waiting.map(({ mode }) => mode),
      ['AccessExclusiveLock'],
    );
  });
  // Both end although the first reader holds on to the table, so what they waited behind has left.
  await database.pool.query('select * from first_table');
  await database.pool.query('insert into first_table values (1)');
  await reader.query('commit');
  reader.release();
  assert.deepEqual(await migrating, ['0002_column.sql']);
});

test('migrations and functions wait 200 ms for a table by default', async () => {
  await using database = await emptyDatabase();
  const noted = (table: string) =>
    `create table ${table} as select current_setting('lock_timeout') as waits;`;
  const answer = 'create or replace function answer() returns int language sql as $$ select 1 $$;';
  await using files = await folderOf(['0001_noted.sql', noted('migration_table')]);
  await files.writeFunction('answer', `${answer}\n${noted('function_table')}`);
  await migrate(database.pool, files);
  const { rows } = await database.pool.query(
    'select * from migration_table union all select * from function_table',
  );
  assert.deepEqual(rows, [{ waits: '200ms' }, { waits: '200ms' }]);
});

test('a migration gets through a table that is always in use, and none of its users fails', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf(first);
  await migrate(database.pool, files);
  await files.write('0002_column.sql', 'alter table first_table add column added int;');
  const ended = new AbortController();
  // They overlap: at each moment one of them holds the table.
  const use = async () => {
    let times = 0;
    for (; !ended.signal.aborted; times += 1) {
      const client = await database.pool.connect();
      await client.query('begin');
      await client.query('insert into first_table (id) values (1)');
      await client.query('commit');
      client.release();
    }
    return times;
  };
  const users = [1, 2, 3, 4].map(use);
  assert.deepEqual(await migrate(database.pool, files), ['0002_column.sql']);
  ended.abort();
  for (const times of await Promise.all(users)) assert.ok(times > 0);
});

test('a migration that never gets its table fails with a message', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf(first);
  await migrate(database.pool, files);
  await files.write('0002_column.sql', 'alter table first_table add column added int;');
  const reader = await database.pool.connect();
  await reader.query('begin');
  await reader.query('select * from first_table');
  const impatient = migrate(database.pool, { ...files, lockTimeoutMs: 20, patienceMs: 0 });
  await assert.rejects(impatient, /0002_column\.sql failed.*lock timeout/);
  await reader.query('rollback');
  reader.release();
});
