import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '#test/support/database.ts';
import { listeningLog, temporaryFolder } from '#test/support/embedded.ts';
import { openDatabase } from './open-database.ts';
import { connectionConfig, openPool } from './pools.ts';
import { supportedVersion, waitForServer } from './wait-for-server.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());

const { log } = listeningLog();
const config = { databaseUrl: database.url, dataDir: '/nowhere' };

const terminateOthers = () =>
  database.pool.query(
    `select pg_terminate_backend(pid)
     from pg_stat_activity
     where datname = current_database()
       and pid <> pg_backend_pid()`,
  );

test('without DATABASE_URL the embedded server starts in DATA_DIR, and closing stops it', async () => {
  await using folder = await temporaryFolder();
  const opened = await openDatabase({ dataDir: folder.path }, log);
  assert.equal(opened.kind, 'embedded');
  assert.match(opened.serverVersion, /^18\./);
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(opened.db);
  assert.deepEqual(rows, [{ one: 1 }]);
  await opened.close();
  await assert.rejects(access(join(folder.path, 'postgresql/cluster/postmaster.pid')), { code: 'ENOENT' });
});

test('with DATABASE_URL that server is used and DATA_DIR is not touched', async () => {
  await using opened = await openDatabase(config, log);
  assert.equal(opened.kind, 'external');
  const { rows } = await opened.pool.query('select current_database() as name');
  assert.deepEqual(rows, [{ name: database.name }]);
});

test('sessions have our name, UTC and limits, in addition to the options of the URL', async () => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c work_mem=5MB');
  await using opened = await openDatabase({ ...config, databaseUrl: url.href }, log);
  const { rows } = await opened.pool.query(
    `select string_agg(name || '=' || setting, ' ' order by name) as settings
     from pg_settings
     where name in ('application_name', 'TimeZone', 'statement_timeout', 'lock_timeout', 'work_mem')`,
  );
  assert.deepEqual(rows, [
    {
      settings:
        'TimeZone=UTC application_name=contactry lock_timeout=10000 statement_timeout=30000 work_mem=5120',
    },
  ]);
});

test('a connection may take 5 s, or what the URL says', () => {
  const timeoutOf = (url: string) => connectionConfig(url).connectionTimeoutMillis;
  assert.equal(timeoutOf('postgres://localhost/db'), 5_000);
  assert.equal(timeoutOf('postgres://localhost/db?connect_timeout=30'), 30_000);
});

test('bigint is a number, timestamptz a Date, date a string, and infinity the last possible Date', async () => {
  const { rows } = await database.pool.query(
    `select 9007199254740991 as big, '{1,null}'::bigint[] as bigs, '2026-03-01T00:00:00+05:30'::timestamptz as at,
       'infinity'::timestamptz as never, '2026-03-01'::date as day`,
  );
  assert.deepEqual(rows, [
    {
      big: 9007199254740991,
      bigs: [1, null],
      at: new Date('2026-02-28T18:30:00Z'),
      never: new Date(8.64e15),
      day: '2026-03-01',
    },
  ]);
});

test('a bigint beyond the safe integers throws instead of being rounded', async () => {
  await assert.rejects(
    database.pool.query('select 9007199254740992'),
    /bigint 9007199254740992 is too large/,
  );
});

test('a connection lost in use or while idle fails a statement, not the process', async () => {
  await using opened = await openDatabase(config, log);
  const inUse = await opened.pool.connect();
  await inUse.query('begin');
  await terminateOthers();
  await assert.rejects(inUse.query('select 1'));
  inUse.release(true);
  const { rows } = await opened.pool.query('select 1 as one');
  assert.deepEqual(rows, [{ one: 1 }]);
});

test('a missing database is an error at once, without the password', async () => {
  const url = new URL(database.url);
  url.pathname = '/no_such_database';
  url.password = 'secret-of-mine';
  await assert.rejects(openDatabase({ ...config, databaseUrl: url.href }, log), (error: Error) => {
    assert.match(
      error.message,
      /Can't use the database of DATABASE_URL: .*(Correct the user and password|Create that database)/,
    );
    assert.doesNotMatch(error.message, /secret-of-mine/);
    return true;
  });
});

test('a server that does not respond is waited for, then reported with a remedy', async () => {
  const pool = openPool('postgres://contactry:secret-of-mine@127.0.0.1:1/contactry', 1, log);
  await assert.rejects(waitForServer(pool, 'DATABASE_URL', log, 0), (error: Error) => {
    assert.match(
      error.message,
      /Can't use the database of DATABASE_URL: connect ECONNREFUSED .*Start that server, or correct/,
    );
    assert.doesNotMatch(error.message, /secret-of-mine/);
    return true;
  });
});

test('PostgreSQL 15 is the oldest supported version', () => {
  assert.equal(supportedVersion('15.0', 'DATABASE_URL'), '15.0');
  assert.equal(supportedVersion('18.4', 'DATABASE_URL'), '18.4');
  assert.throws(
    () => supportedVersion('14.19', 'DATABASE_URL'),
    /DATABASE_URL is PostgreSQL 14\.19, but Contactry needs version 15 or newer\. Upgrade that server/,
  );
});
