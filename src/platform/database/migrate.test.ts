import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyDatabase, first, folderOf, second } from '#test/support/migrations.ts';
import { migrate } from './migrate.ts';
import { MigrationRefused } from './outstanding.ts';
import { openPool } from './pools.ts';

test('files are applied once, in order, and returned by name', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf(second, first);
  assert.deepEqual(await migrate(database.pool, files), [first[0], second[0]]);
  assert.deepEqual(await migrate(database.pool, files), []);
  assert.deepEqual(await database.tables(), ['first_table', 'second_table']);
});

test('a failing file is rolled back, keeps the files before it, and is reported with its line', async () => {
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

test('processes that start at once wait for one that builds an index concurrently', async () => {
  await using database = await emptyDatabase();
  const rows = 'insert into first_table select generate_series(1, 200000);';
  const index = [
    '0002_index.sql',
    '-- no transaction\ncreate index concurrently first_id on first_table (id);',
  ] as const;
  await using files = await folderOf([first[0], `${first[1]}${rows}`], index);
  const answers = await Promise.all([1, 2, 3].map(() => migrate(database.pool, files)));
  assert.deepEqual(answers.flat().sort(), [first[0], index[0]]);
});

test('an index that a killed process left invalid is built again', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf([first[0], `${first[1]} insert into first_table values (1), (1);`]);
  await migrate(database.pool, files);
  const unique =
    '-- no transaction\ncreate unique index concurrently if not exists first_id on first_table (id);';
  await files.write('0002_index.sql', unique);
  await assert.rejects(migrate(database.pool, files), /could not create unique index/);
  await database.pool.query('delete from first_table');
  assert.deepEqual(await migrate(database.pool, files), ['0002_index.sql']);
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

test('if an applied file has changed, nothing is applied', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf(first);
  await migrate(database.pool, files);
  await files.write(first[0], `${first[1]} -- changed`);
  await files.write(...second);
  await assert.rejects(migrate(database.pool, files), /0001_first\.sql changed after it was applied/);
  assert.deepEqual(await database.tables(), ['first_table']);
});

test('a database from before the first release is refused with where its contacts can go', async () => {
  await using database = await emptyDatabase();
  await using before = await folderOf(['0001_accounts_and_keys.sql', first[1]]);
  await migrate(database.pool, before);
  await assert.rejects(
    migrate(database.pool, { functionsFolder: before.functionsFolder }),
    (error: Error) => {
      assert(error instanceof MigrationRefused);
      assert.match(error.message, /^This database was made before release 3\.0\.0.*Nothing was changed\./);
      return true;
    },
  );
  assert.deepEqual(await database.tables(), ['first_table']);
});

test('a database that takes no writes is named as such', async () => {
  await using database = await emptyDatabase();
  const { rows } = await database.pool.query('select current_database() as name');
  await database.pool.query(`alter database ${rows[0].name} set default_transaction_read_only = on`);
  const pool = openPool(database.url, 1, { debug() {}, info() {}, warn() {}, error() {} });
  await assert.rejects(migrate(pool), { code: '25006', message: /read-only transaction/ });
  await pool.end();
});

test('Windows line endings do not count as a change', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf([first[0], 'create table\nfirst_table (id int);\n']);
  await migrate(database.pool, files);
  await files.write(first[0], 'create table\r\nfirst_table (id int);\r\n');
  assert.deepEqual(await migrate(database.pool, files), []);
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

test('a migration may exceed the statement timeout, and its session settings do not leak', async () => {
  await using database = await emptyDatabase();
  const kept = `create table kept_table as select current_setting('statement_timeout') as limit_of_migration;`;
  await using files = await folderOf(['0001_kept.sql', kept]);
  await migrate(database.pool, files);
  const { rows } = await database.pool.query(
    `select limit_of_migration, current_setting('statement_timeout') as limit_of_request from kept_table`,
  );
  assert.deepEqual(rows, [{ limit_of_migration: '0', limit_of_request: '30s' }]);
});

const answering = (answer: string) =>
  `create or replace function answer() returns text language sql set work_mem = '7MB' as $$ select '${answer}' $$;`;

test('functions are applied after the migrations, again when their text changes, and keep their settings', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf();
  const answer = async () => (await database.pool.query('select answer()')).rows[0].answer;
  await files.writeFunction('answer', answering('first'));
  await migrate(database.pool, files);
  assert.equal(await answer(), 'first');

  await files.writeFunction('answer', answering('second'));
  await migrate(database.pool, files);
  assert.equal(await answer(), 'second');
  const { rows } = await database.pool.query(`select proconfig from pg_proc where proname = 'answer'`);
  assert.deepEqual(rows, [{ proconfig: ['work_mem=7MB'] }]);
});

test('an unchanged function is not applied again', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf();
  const version = async () =>
    (await database.pool.query(`select xmin::text from pg_proc where proname = 'answer'`)).rows[0].xmin;
  await files.writeFunction('answer', answering('same'));
  await migrate(database.pool, files);
  const before = await version();
  await migrate(database.pool, files);
  assert.equal(await version(), before);
});

test('an old release that starts again leaves the functions of a newer one as they are', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf();
  const answerAfter = async (text: string, release: number) => {
    await files.writeFunction('answer', answering(text));
    await migrate(database.pool, { ...files, release });
    return (await database.pool.query('select answer()')).rows[0].answer;
  };
  assert.equal(await answerAfter('first', 1), 'first');
  assert.equal(await answerAfter('second', 2), 'second');
  assert.equal(await answerAfter('first', 1), 'second');
  assert.equal(await answerAfter('first', 3), 'first');
  assert.equal(await answerAfter('second', 2), 'first');
});

test('what a domain does at every start runs after its functions are defined, once a start', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf(first);
  await files.writeFunction('answer', answering('ready'));
  await writeFile(
    join(files.functionsFolder, 'domains/shop/at-start.sql'),
    "insert into first_table select 1 where answer() = 'ready';",
  );
  for (const starts of [1, 2]) {
    await migrate(database.pool, files);
    assert.equal((await database.pool.query('select from first_table')).rowCount, starts);
  }
});

test('functions may call each other in any order, and one that fails leaves all unchanged', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf();
  await files.writeFunction(
    'asks',
    'create or replace function asks() returns text language sql as $$ select zebra() $$;',
  );
  await files.writeFunction('zebra', answering('zebra').replace('answer()', 'zebra()'));
  await migrate(database.pool, files);
  assert.equal((await database.pool.query('select asks()')).rows[0].asks, 'zebra');

  await files.writeFunction('asks', answering('asks again').replace('answer()', 'asks()'));
  await files.writeFunction(
    'zebra',
    'create or replace function zebra() returns no_such_type language sql as $$ select 1 $$;',
  );
  await assert.rejects(migrate(database.pool, files), /SQL function zebra failed.*no_such_type/);
  assert.equal((await database.pool.query('select asks()')).rows[0].asks, 'zebra');
});

test('a file that defines a function of another name is refused', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf();
  await files.writeFunction('other', answering('answer'));
  await assert.rejects(
    migrate(database.pool, files),
    /other\.sql must contain exactly one `create or replace function other`/,
  );
});
