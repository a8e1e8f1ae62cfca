import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { emptyDatabase, first, folderOf, second } from '#test/support/migrations.ts';
import { migrate } from './migrate.ts';
import { MigrationRefused } from './outstanding.ts';

const old = '3.0.0';
const expand = ['0002_expand.sql', 'alter table first_table add column added int;'] as const;
const contract = (oldest: string) =>
  [
    '0003_contract.sql',
    `-- Drops what 3.0.0 reads.\n-- oldest release: ${oldest}\nalter table first_table drop id;`,
  ] as const;

/** The folders of a release that was upgraded, and of the one that upgraded it. */
async function twoReleases(...added: (readonly [name: string, sql: string])[]) {
  const [older, newer] = await Promise.all([folderOf(first), folderOf(first, ...added)]);
  return {
    older: { ...older, version: old, release: 1 },
    newer: { ...newer, version: '3.1.0', release: 2 },
    async [Symbol.asyncDispose]() {
      await older[Symbol.asyncDispose]();
      await newer[Symbol.asyncDispose]();
    },
  };
}

test('an older release starts on a schema that was expanded, leaves it and its functions alone, and logs it', async () => {
  await using database = await emptyDatabase();
  await using releases = await twoReleases(expand);
  const { older, newer } = releases;
  for (const [release, answer] of [
    [older, 'old'],
    [newer, 'new'],
  ] as const)
    await release.writeFunction(
      'answer',
      `create or replace function answer() returns text language sql as $$ select '${answer}' $$;`,
    );
  await migrate(database.pool, older);
  await migrate(database.pool, newer);
  const warnings: unknown[] = [];
  assert.deepEqual(
    await migrate(database.pool, { ...older, log: { warn: (fields) => warnings.push(fields) } }),
    [],
  );
  assert.deepEqual(warnings, [{ migrations: [expand[0]] }]);
  assert.deepEqual((await database.pool.query('select answer()')).rows, [{ answer: 'new' }]);
  await database.pool.query('insert into first_table (id, added) values (1, 1)');
  assert.deepEqual(await migrate(database.pool, newer), []);
});

test('a release that is too old for a contracted schema is refused with what to do, and changes nothing', async () => {
  await using database = await emptyDatabase();
  await using releases = await twoReleases(expand, contract('3.0.1'));
  await migrate(database.pool, releases.newer);
  await assert.rejects(migrate(database.pool, releases.older), (error: Error) => {
    assert(error instanceof MigrationRefused);
    assert.match(
      error.message,
      /^Release 3\.0\.0 no longer runs .* 0003_contract\.sql, which needs 3\.0\.1 or newer\. Nothing was/,
    );
    assert.match(error.message, /Run 3\.0\.1 or a newer release\. To return to 3\.0\.0, restore a backup/);
    return true;
  });
  assert.deepEqual(await migrate(database.pool, { ...releases.older, version: '3.0.1' }), []);
  assert.deepEqual(await migrate(database.pool, { ...releases.older, version: '3.0.10' }), []);
});

test('a release whose own migrations are missing from a schema that it does not know is refused', async () => {
  await using database = await emptyDatabase();
  await using releases = await twoReleases(expand);
  await migrate(database.pool, releases.newer);
  await releases.older.write('0004_other.sql', 'create table other_table ();');
  await assert.rejects(
    migrate(database.pool, releases.older),
    /has migration 0002_expand\.sql.* lacks 0004_other\.sql/,
  );
  assert.deepEqual(await database.tables(), ['first_table']);
});

test('an oldest release that is not at the top of its file is refused', async () => {
  await using database = await emptyDatabase();
  for (const sql of ['select 1;\n-- oldest release: 3.0.1\n', '-- oldest release: 3.1\nselect 1;']) {
    await using files = await folderOf([first[0], sql]);
    await assert.rejects(
      migrate(database.pool, files),
      /0001_first\.sql must name its oldest release at the top/,
    );
  }
});

test('a database that was made before releases were named is upgraded', async () => {
  await using database = await emptyDatabase();
  await using files = await folderOf(first);
  await migrate(database.pool, files);
  await database.pool.query('alter table schema_migration drop oldest_release');
  await files.write(...second);
  assert.deepEqual(await migrate(database.pool, files), [second[0]]);
});

test('two releases that start at once end on the newer schema, in whichever order', async () => {
  await using releases = await twoReleases(expand, ['0003_second.sql', second[1]]);
  const { older, newer } = releases;
  for (const order of [
    [older, newer, older],
    [newer, older, newer],
  ]) {
    await using database = await emptyDatabase();
    const applied = await Promise.all(order.map((release) => migrate(database.pool, release)));
    assert.deepEqual(applied.flat().sort(), [first[0], expand[0], '0003_second.sql']);
    assert.deepEqual(await database.tables(), ['first_table', 'second_table']);
  }
});

const program = (url: string, options: object) => `
import { migrate } from ${JSON.stringify(import.meta.resolve('./migrate.ts'))};
import { openPool } from ${JSON.stringify(import.meta.resolve('./pools.ts'))};
const log = { debug() {}, info() {}, warn() {}, error() {} };
await migrate(openPool(${JSON.stringify(url)}, 2, log), ${JSON.stringify(options)});`;

test('after a kill in the middle of an upgrade the older release starts, and the newer one completes it', async () => {
  await using database = await emptyDatabase();
  const blocked = [
    '0003_blocked.sql',
    'select pg_advisory_xact_lock(42); create table blocked_table ();',
  ] as const;
  await using releases = await twoReleases(expand, blocked);
  await migrate(database.pool, releases.older);
  const blocker = await database.pool.connect();
  await blocker.query('select pg_advisory_lock(42)');
  const { folder, functionsFolder, version } = releases.newer;
  const args = ['--input-type=module', '-e', program(database.url, { folder, functionsFolder, version })];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  await eventually(async () => {
    const { rowCount } = await database.pool.query(
      `select from pg_locks where locktype = 'advisory' and objid = 42 and not granted`,
    );
    assert.equal(rowCount, 1);
  });
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await blocker.query('select pg_advisory_unlock(42)');
  blocker.release();
  assert.deepEqual(await migrate(database.pool, releases.older), []);
  assert.deepEqual(await database.tables(), ['first_table']);
  assert.deepEqual(await migrate(database.pool, releases.newer), [blocked[0]]);
});
