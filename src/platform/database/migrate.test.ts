import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { migrate } from './migrate.ts';

const first = ['0001_first.sql', 'create table first_table (id int);'] as const;
const second = ['0002_second.sql', 'create table second_table (id int);'] as const;

async function folderOf(...files: (readonly [name: string, sql: string])[]) {
  const folder = await mkdtemp(join(tmpdir(), 'contactry-migrations-'));
  const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
  for (const [name, sql] of files) await write(name, sql);
  return {
    folder,
    write,
    remove: (name: string) => rm(join(folder, name)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

async function emptyDatabase() {
  const database = await testDatabase({ migrated: false });
  const tables = async () => {
    const { rows } = await database.pool.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relname like '%_table' order by 1`,
    );
    return rows.map(({ relname }) => relname);
  };
  return { ...database, tables };
}

test('files are applied in order, once, and named in the answer', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf(second, first);
  assert.deepEqual(await migrate(database.pool, files), [first[0], second[0]]);
  assert.deepEqual(await migrate(database.pool, files), []);
  assert.deepEqual(await database.tables(), ['first_table', 'second_table']);
});

test('a file that fails leaves nothing of itself, keeps those before it, and is named with its line', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf(first, [second[0], `${second[1]}\nselect no_such_column;`]);
  await assert.rejects(migrate(database.pool, files), /0002_second\.sql failed \(line 2\).*no_such_column/);
  assert.deepEqual(await database.tables(), ['first_table']);

  await files.write(...second);
  assert.deepEqual(await migrate(database.pool, files), [second[0]]);
});

test('a file that opts out of the transaction may build an index concurrently', async () => {
  await using database = await emptyDatabase();
  const outside = '-- no transaction\ncreate index concurrently first_id on first_table (id);';
  await using files = await folderOf(first, ['0002_index.sql', outside]);
  assert.equal((await migrate(database.pool, files)).length, 2);
  const { rows } = await database.pool.query(
    `select indisvalid from pg_index where indexrelid = 'first_id'::regclass`,
  );
  assert.deepEqual(rows, [{ indisvalid: true }]);
});

test('two processes that start at once apply each file once', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf(first, second);
  const answers = await Promise.all([1, 2, 3].map(() => migrate(database.pool, files)));
  assert.deepEqual(answers.flat().sort(), [first[0], second[0]]);
});

test('a file changed after it was applied is refused and nothing is applied', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf(first);
  await migrate(database.pool, files);
  await files.write(first[0], `${first[1]} -- changed`);
  await files.write(...second);
  await assert.rejects(migrate(database.pool, files), /0001_first\.sql was changed after it was applied/);
  assert.deepEqual(await database.tables(), ['first_table']);
});

test('ends of lines as Windows writes them are no change', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf([first[0], 'create table\nfirst_table (id int);\n']);
  await migrate(database.pool, files);
  await files.write(first[0], 'create table\r\nfirst_table (id int);\r\n');
  assert.deepEqual(await migrate(database.pool, files), []);
});

test('a database with a migration this release does not know is refused as newer', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf(first, second);
  await migrate(database.pool, files);
  await files.remove(second[0]);
  await assert.rejects(migrate(database.pool, files), /0002_second\.sql, which this release does not know/);
});

test('a new file that sorts before an applied one is refused', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf(second);
  await migrate(database.pool, files);
  await files.write(...first);
  await assert.rejects(migrate(database.pool, files), /0001_first\.sql sorts before 0002_second\.sql/);
  assert.deepEqual(await database.tables(), ['second_table']);
});

for (const [fault, names] of [
  ['named NNNN_what_it_does', ['1_first.sql']],
  ['have the same number', ['0001_first.sql', '0001_other.sql']],
] as const) {
  test(`names are checked: ${fault}`, async () => {
    await using database = await emptyDatabase();
    await using files = await folderOf(...names.map((name) => [name, 'select 1;'] as const));
    await assert.rejects(migrate(database.pool, files), new RegExp(fault));
  });
}

test('a migration may take longer than a request is allowed to, and leaves its session settings to nobody', async () => {
  await using database = await emptyDatabase();
  const kept = `create table kept_table as select current_setting('statement_timeout') as limit_of_migration;`;
  await using files = await folderOf(['0001_kept.sql', kept]);
  await migrate(database.pool, files);
  const { rows } = await database.pool.query(
    `select limit_of_migration, current_setting('statement_timeout') as limit_of_request from kept_table`,
  );
  assert.deepEqual(rows, [{ limit_of_migration: '0', limit_of_request: '30s' }]);
});
