import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { openDatabaseLine } from '#test/support/database-line.ts';
import { eventually } from '#test/support/eventually.ts';
import { openPipeline } from './pipeline.ts';
import { openPool } from './pools.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const backend = { text: 'select pg_backend_pid() as pid' };

test('statements share one connection, in their order, and one that fails leaves the others alone', async () => {
  await using database = await testDatabase();
  const pipeline = openPipeline(database.pool, log);
  const asked = [backend, { text: 'select 1/0' }, { text: 'select 2 as pid' }, backend];
  const results = await Promise.allSettled(
    asked.map((statement) => pipeline.query<{ pid: number }>(statement)),
  );
  await pipeline.end();
  const [first, failed, second, last] = results.map((result) =>
    result.status === 'fulfilled' ? result.value.rows[0]!.pid : (result.reason as { code: string }).code,
  );
  assert.deepEqual([failed, second], ['22012', 2]);
  assert.equal(first, last);
});

test('a lost connection fails what is under way, and the next statement gets a new one', async () => {
  await using database = await testDatabase();
  await using line = await openDatabaseLine(database.url);
  const pool = openPool(line.url, 1, log);
  const pipeline = openPipeline(pool, log);
  const before = (await pipeline.query<{ pid: number }>(backend)).rows[0]!.pid;
  const lost = assert.rejects(
    Promise.all([pipeline.query({ text: 'select pg_sleep(30)' }), pipeline.query(backend)]),
    /Connection terminated|ECONNRESET/,
  );
  line.cut();
  await lost;
  await assert.rejects(pipeline.query(backend));
  line.mend();
  const after = (await pipeline.query<{ pid: number }>(backend)).rows[0]!.pid;
  assert.notEqual(after, before);
  await pipeline.end();
});

test('a connection that has gone silent fails what is under way, and the next statement gets a new one', async ({
  mock,
}) => {
  await using database = await testDatabase();
  await using line = await openDatabaseLine(database.url);
  mock.timers.enable({ apis: ['setTimeout'] });
  const silentMs = 30_000;
  const pipeline = openPipeline(openPool(line.url, 1, log), log, { silentMs });
  await pipeline.query(backend);
  line.freeze();
  const lost = assert.rejects(pipeline.query(backend), /Connection terminated/);
  mock.timers.tick(silentMs);
  await lost;
  line.thaw();
  assert.equal((await pipeline.query(backend)).rows.length, 1);
  await pipeline.end();
});

test('a connection without work is closed, and opened again for the next statement', async () => {
  await using database = await testDatabase();
  const pipeline = openPipeline(database.pool, log, { idleMs: 20 });
  const { pid } = (await pipeline.query<{ pid: number }>(backend)).rows[0]!;
  await eventually(async () => {
    const { rows } = await database.pool.query('select from pg_stat_activity where pid = $1', [pid]);
    assert.equal(rows.length, 0);
  });
  assert.equal((await pipeline.query(backend)).rows.length, 1);
  await pipeline.end();
});
