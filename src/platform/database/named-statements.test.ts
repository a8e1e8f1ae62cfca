import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { testDatabase } from '#test/support/database.ts';
import { type NamingLimits, namingPool, StatementNames } from './named-statements.ts';
import { kyselyOn, openPool } from './pools.ts';

const database = await testDatabase({ migrated: false });
const log = { debug() {}, info() {}, warn() {}, error() {} };
after(() => database[Symbol.asyncDispose]());

/** One connection, which names statements within limits, and what the server prepared on it. */
function oneConnection(limits: Partial<NamingLimits>) {
  const pool = openPool(database.url, 1, log);
  const db = new Kysely<never>({
    dialect: new PostgresDialect({ pool: namingPool(pool, new StatementNames(limits)) }),
  });
  const prepared = async (): Promise<string[]> => {
    const { rows } = await pool.query('select statement from pg_prepared_statements order by prepare_time');
    return rows.map(({ statement }) => statement);
  };
  return { pool, db, prepared, [Symbol.asyncDispose]: () => db.destroy() };
}

test('a text that comes again is prepared once', async () => {
  await using one = oneConnection({ usesMin: 2 });
  for (const n of [1, 2, 3, 4]) {
    const { rows } = await sql<{ n: number }>`select ${n}::int as n`.execute(one.db);
    assert.deepEqual(rows, [{ n }]);
    if (n === 1) assert.deepEqual(await one.prepared(), []);
  }
  assert.deepEqual(await one.prepared(), ['select $1::int as n']);
});

test('beyond the limit texts are sent without a name', async () => {
  await using one = oneConnection({ usesMin: 1, namesMax: 2 });
  for (const column of ['a', 'b', 'c', 'd', 'a']) {
    const { rows } = await sql`select ${1}::int as ${sql.ref(column)}`.execute(one.db);
    assert.deepEqual(rows, [{ [column]: 1 }]);
  }
  assert.deepEqual(await one.prepared(), ['select $1::int as "a"', 'select $1::int as "b"']);
});

test('a text that comes once does not keep others from being counted', () => {
  const names = new StatementNames({ usesMin: 2, countedMax: 3 });
  for (let n = 0; n < 100; n += 1) assert.equal(names.nameOf(`select ${n}, $1`), undefined);
  assert.equal(names.nameOf('select $1'), undefined);
  assert.match(names.nameOf('select $1')!, /^statement_/);
});

test('a text with a pattern has no name, so that the beginning of the pattern is looked up in an index', async () => {
  await using one = oneConnection({ usesMin: 1 });
  const { rows } = await sql`select 1 as n where 'asha' like ${'as%'}`.execute(one.db);
  assert.deepEqual([rows, await one.prepared()], [[{ n: 1 }], []]);
});

test('a column that is added shows in the next answer', async () => {
  await using one = oneConnection({ usesMin: 1 });
  const read = async () => (await sql`select * from grows where a = ${1}`.execute(one.db)).rows;
  await one.pool.query('create table grows as select 1 as a');
  assert.deepEqual(await read(), [{ a: 1 }]);
  await one.pool.query('alter table grows add column b int default 2');
  assert.deepEqual(await read(), [{ a: 1, b: 2 }]);
});

test('after the type of a column changed, one call fails', async () => {
  await using one = oneConnection({ usesMin: 1 });
  const read = async () => (await sql`select a from changes where a = ${1}`.execute(one.db)).rows;
  await one.pool.query('create table changes as select 1 as a');
  assert.deepEqual(await read(), [{ a: 1 }]);
  await one.pool.query('alter table changes alter column a type bigint');
  await assert.rejects(read(), /cached plan must not change result type/);
  assert.deepEqual(await read(), [{ a: 1 }]);
});

test('a transaction commits and rolls back as without names', async () => {
  await using one = oneConnection({ usesMin: 1 });
  await one.pool.query('create table kept (n int)');
  const add = (n: number, fails: boolean) =>
    one.db.transaction().execute(async (transaction) => {
      await sql`insert into kept values (${n})`.execute(transaction);
      if (fails) throw new Error('changed its mind');
    });
  await add(1, false);
  await assert.rejects(add(2, true), /changed its mind/);
  const { rows } = await one.pool.query('select n from kept');
  assert.deepEqual(rows, [{ n: 1 }]);
});

test('two that use one pool give its connections each name once', async () => {
  await using database = await testDatabase();
  const [one, other] = [kyselyOn(database.pool), kyselyOn(database.pool)];
  for (let use = 0; use < 10; use++) {
    assert.equal((await sql<{ at: number }>`select ${use}::integer as at`.execute(one)).rows[0]!.at, use);
    assert.equal((await sql<{ on: number }>`select ${use}::integer as "on"`.execute(other)).rows[0]!.on, use);
  }
});
