import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { access, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  ask,
  leaveServerBehind,
  listeningLog,
  postmasterPid,
  startElsewhere,
  temporaryFolder,
} from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

const folder = await temporaryFolder();
after(() => folder[Symbol.asyncDispose]());

const dataDir = join(folder.path, 'data');
const { log, messages } = listeningLog();
// Keeps shared memory in files of the cluster, so that killed servers leave nothing in /dev/shm.
const settings = { dynamic_shared_memory_type: 'mmap' };
// The server releases a killed process's lock once it notices, which may take a busy machine a while.
const start = (lockPatienceMs = 60_000) => startEmbeddedPostgres({ dataDir, log, settings, lockPatienceMs });

test('a first start creates a database whose owner is not a superuser', async () => {
  await using server = await start();
  const rows = await ask(
    server.poolConfig,
    `select current_user as role, current_setting('is_superuser') as superuser, pg_get_userbyid(datdba) as owner
     from pg_database
     where datname = current_database()`,
  );
  assert.deepEqual(rows, [{ role: 'contactry', superuser: 'off', owner: 'contactry' }]);
});

test('no port is opened, and only the owner may enter the folder of the socket', async () => {
  await using server = await start();
  const rows = await ask(server.poolConfig, `select current_setting('listen_addresses') as addresses`);
  assert.deepEqual(rows, [{ addresses: '' }]);
  assert.equal((await stat(server.socketDir)).mode & 0o777, 0o700);
});

test('text is UTF-8, case folding covers every script, and order follows code points', async () => {
  await using server = await start();
  const rows = await ask(server.poolConfig, `select lower('ÉΩ') as lower, 'Z' < 'a' as by_code_point`);
  assert.deepEqual(rows, [{ lower: 'éω', by_code_point: true }]);
});

test('a stop ends the server and removes the socket, and the data is there after the next start', async () => {
  const first = await start();
  await ask(first.poolConfig, 'create table kept as select 42 as answer');
  await first.stop();
  await assert.rejects(access(join(first.socketDir, '.s.PGSQL.5432')), { code: 'ENOENT' });

  await using second = await start();
  assert.deepEqual(await ask(second.poolConfig, 'select answer from kept'), [{ answer: 42 }]);
});

test('the server of a killed process is reused, and a clean stop stops it', async () => {
  const pid = await postmasterPid(await leaveServerBehind({ dataDir, settings }));

  messages.length = 0;
  const server = await start();
  assert.equal(await postmasterPid(server.clusterDir), pid);
  assert.equal(messages.at(-1), 'The database server was still running. Using it');
  await server.stop();
  await assert.rejects(postmasterPid(server.clusterDir), { code: 'ENOENT' });
});

test('after both are killed, the leftover pid file and socket do no harm', async () => {
  process.kill(await postmasterPid(await leaveServerBehind({ dataDir, settings })), 'SIGKILL');

  await using server = await start();
  assert.deepEqual(await ask(server.poolConfig, 'select 1 as one'), [{ one: 1 }]);
});

test('a pid file whose number belongs to another program does no harm', async () => {
  const stopped = await start();
  await stopped.stop();
  const { uid, gid } = await stat(stopped.clusterDir);
  const other = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
  const pidFile = join(stopped.clusterDir, 'postmaster.pid');
  await writeFile(pidFile, `${other.pid}\n${stopped.clusterDir}\n1700000000\n5432\n${stopped.socketDir}\n\n`);
  try {
    await using server = await start();
    assert.notEqual(await postmasterPid(server.clusterDir), other.pid);
  } finally {
    other.kill();
  }
});

test('a second service on the same DATA_DIR is refused, and the first keeps its server', async () => {
  await using server = await start();
  await assert.rejects(
    start(200),
    new RegExp(`Another Contactry is using this database \\(contactry supervisor ${process.pid}\\)`),
  );
  assert.deepEqual(await ask(server.poolConfig, 'select 1 as one'), [{ one: 1 }]);
});

test('of two services that start at once on a new DATA_DIR, one is refused and one database remains', async () => {
  const options = { dataDir: join(folder.path, 'contested'), throwAway: true, lockPatienceMs: 200 };
  const both = [startElsewhere(options), startElsewhere(options)];
  try {
    const said = await Promise.all(both.map((each) => each.said));
    assert.deepEqual(
      said.map((text) => text.split(/[ :]/)[0]).sort(),
      ['failed', 'started'],
      said.join('\n'),
    );
  } finally {
    await Promise.all(both.map((each) => each.kill()));
    await using _server = await startEmbeddedPostgres({ ...options, log, lockPatienceMs: 60_000 });
  }
});

test('a server that is killed while in use is restarted', async () => {
  await using server = await start();
  const pid = await postmasterPid(server.clusterDir);
  process.kill(pid, 'SIGKILL');
  const answer = await eventually(() => ask(server.poolConfig, 'select 1 as one'), 20);
  assert.deepEqual(answer, [{ one: 1 }]);
  assert.notEqual(await postmasterPid(server.clusterDir), pid);
});

test('a stop during a restart leaves no server running', async () => {
  const server = await start();
  process.kill(await postmasterPid(server.clusterDir), 'SIGKILL');
  await server.stop();
  await assert.rejects(postmasterPid(server.clusterDir), { code: 'ENOENT' });
});

test('if the path is too long for a socket, it goes elsewhere, and a stop removes that folder', async () => {
  const long = join(folder.path, 'a'.repeat(60), 'b'.repeat(60));
  const rootsHomes = join(folder.path, 'homes');
  const server = await startEmbeddedPostgres({ dataDir: long, rootsHomes, log, throwAway: true });
  assert.ok(Buffer.byteLength(server.socketDir) < 90);
  assert.deepEqual(await ask(server.poolConfig, 'select 1 as one'), [{ one: 1 }]);
  await server.stop();
  await assert.rejects(access(server.socketDir), { code: 'ENOENT' });
});

test('a path with spaces and an apostrophe works', async () => {
  const odd = join(folder.path, `it's my data (1)`);
  await using server = await startEmbeddedPostgres({ dataDir: odd, log, throwAway: true });
  assert.deepEqual(await ask(server.poolConfig, 'select 1 as one'), [{ one: 1 }]);
});

test('on loopback the random password is required', async () => {
  const options = {
    dataDir: join(folder.path, 'loopback'),
    log,
    throwAway: true,
    transport: 'loopback',
  } as const;
  await using server = await startEmbeddedPostgres(options);
  assert.equal(server.poolConfig.host, '127.0.0.1');
  assert.deepEqual(await ask(server.poolConfig, 'select 1 as one'), [{ one: 1 }]);
  await assert.rejects(ask({ ...server.poolConfig, password: 'guess' }, 'select 1'), { code: '28P01' });
});

test('a service syncs its writes, and its server logs no statements and no values', async () => {
  await using server = await startEmbeddedPostgres({ dataDir: join(folder.path, 'durable'), log });
  const rows = await ask(
    server.poolConfig,
    `select string_agg(name || '=' || setting, ' ' order by name) as settings
     from pg_settings
     where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums')`,
  );
  assert.deepEqual(rows, [
    { settings: 'data_checksums=on fsync=on full_page_writes=on synchronous_commit=on' },
  ]);

  await ask(server.poolConfig, 'create table person (address text unique)');
  const insert = `insert into person values ('ada@example.com'), ('ada@example.com')`;
  await assert.rejects(ask(server.poolConfig, insert), { code: '23505' });
  await server.stop();
  const logs = join(server.clusterDir, '../log');
  const written = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')));
  assert.match(written.join(''), /duplicate key value/);
  assert.doesNotMatch(written.join(''), /ada@example|insert into/);
});

test("the operator's settings in local.conf win", async () => {
  const options = { dataDir: join(folder.path, 'tuned'), log, throwAway: true };
  const first = await startEmbeddedPostgres(options);
  await first.stop();
  await writeFile(join(first.clusterDir, '../local.conf'), `work_mem = '9MB'\n`);
  await using second = await startEmbeddedPostgres(options);
  assert.deepEqual(await ask(second.poolConfig, 'show work_mem'), [{ work_mem: '9MB' }]);
});
