import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pepperFits } from '#domains/suppression/index.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { inherited } from '#test/support/inherited.ts';
import { openProgram } from '#test/support/program.ts';

let database: TestDatabase;
let folder: string;
before(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'contactry-main-'));
});
after(async () => {
  await rm(folder, { recursive: true });
  await database[Symbol.asyncDispose]();
});

/** The service, started in its own folder, until it ends without a signal. */
async function start(environment: Record<string, string>): Promise<{ code: number; err: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    cwd: folder,
    env: { ...inherited(), DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, err };
}

test('a port in use is reported in one sentence, and everything opened is closed', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;

  const { code, err } = await start({ PORT: String(port) });

  assert.equal(code, 1);
  assert.match(err, new RegExp(`^Port ${port} of 127.0.0.1 is in use.* set PORT to another port\\.\n$`));
  other.close();
});

test('a start after one that failed on its port still says where the secrets are', async () => {
  await using other = await testDatabase();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const given = { DATABASE_URL: other.url, DATA_DIR: join(folder, 'second') };
  assert.equal((await start({ ...given, PORT: String((taken.address() as AddressInfo).port) })).code, 1);
  taken.close();

  const lines: string[] = [];
  const generated = { ADMIN_SECRET: '', INTERNAL_SECRET: '', SUPPRESSION_PEPPER: '' };
  await using program = openProgram({ ...given, ...generated }, { onLine: (line) => lines.push(line) });
  await program.start();
  await eventually(async () => assert.match(lines.join('\n'), /The secrets are in .*second\/secrets\.json/));
});

test('a metrics port in use is reported in one sentence that names it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;

  const { code, err } = await start({ PORT: '0', METRICS_PORT: String(port) });

  assert.equal(code, 1);
  assert.match(
    err,
    new RegExp(`^Port ${port} of 127.0.0.1 is in use.* set METRICS_PORT to another port\\.\n$`),
  );
  other.close();
});

test('.env in the working folder is read, and the environment takes precedence', async () => {
  await writeFile(join(folder, '.env'), 'PORT=70000\nROLE=boss\n');

  const { code, err } = await start({ ROLE: 'worker' });

  assert.equal(code, 1);
  assert.match(err, /PORT must be/);
  assert.doesNotMatch(err, /ROLE/);
  await rm(join(folder, '.env'));
});

for (const [what, environment, sentence] of [
  ['a host that is not of this machine', { HOST: '203.0.113.1' }, /^HOST is 203\.0\.113\.1, which is not/],
  [
    'a host that does not resolve',
    { HOST: 'no-such.invalid' },
    /^HOST is no-such\.invalid, which is neither/,
  ],
  ['a host for metrics', { METRICS_PORT: '0', METRICS_HOST: '203.0.113.1' }, /^METRICS_HOST is 203/],
  [
    'a DATA_DIR below a file',
    { DATA_DIR: '/dev/null/data' },
    /because DATA_DIR is a file\. Set DATA_DIR to a folder/,
  ],
] as const) {
  test(`${what} that can't be used is reported in one sentence with what to set`, async () => {
    const { code, err } = await start({ PORT: '0', ...environment });
    assert.equal(code, 1);
    assert.match(err, sentence);
    assert.match(err, / Set \w+ to /);
    assert.equal(err.trim().split('\n').length, 1, err);
  });
}

test('a process starts while Redis is down or refuses it, says so, and the greeting is not among the log lines', async () => {
  const lines: string[] = [];
  await using program = openProgram(
    { DATABASE_URL: database.url, REDIS_URL: 'redis://127.0.0.1:1', LOG_LEVEL: 'info' },
    { onLine: (line) => lines.push(line) },
  );
  await program.start();
  assert.equal((await program.call('/api/v1/health')).status, 200);
  await eventually(async () => {
    assert.match(
      lines.join('\n'),
      /Can't use REDIS_URL: connect ECONNREFUSED.*each process counts rate limits on its own/,
    );
    assert.match(lines.join('\n'), /Contactry is ready at/);
  });
});

test('standard output has log lines alone', async () => {
  await using other = await testDatabase();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    cwd: folder,
    env: {
      ...inherited(),
      DATABASE_URL: other.url,
      DATA_DIR: join(folder, 'third'),
      LOG_LEVEL: 'info',
      PORT: '0',
      STOP_DELAY_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  await once(child.stderr, 'data');
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  assert.equal(code, 0);
  const lines = out.trim().split('\n');
  assert.ok(lines.length > 0);
  for (const line of lines) assert.equal(typeof JSON.parse(line).level, 'number');
});

test('a .env that is a folder is reported in one sentence', async () => {
  await mkdir(join(folder, '.env'));
  const { code, err } = await start({});
  await rm(join(folder, '.env'), { recursive: true });
  assert.equal(code, 1);
  assert.match(err, /\.env is a folder\. Remove it.*\n$/);
});

test('a process with a pepper other than the database’s refuses to start and says what to do', async () => {
  await using other = await testDatabase();
  await pepperFits(other.db, 'the pepper of the first process');

  const { code, err } = await start({
    DATABASE_URL: other.url,
    PORT: '0',
    SUPPRESSION_PEPPER: 'the pepper of another one',
  });

  assert.equal(code, 1);
  assert.match(err, /^SUPPRESSION_PEPPER does not match this database\. .* docs\/guide\/operating\.md.*\n$/);
});

test('a SIGTERM is heard while the start waits for another process that migrates', async () => {
  const holder = await database.pool.connect();
  await holder.query('select pg_advisory_lock(7306052)');
  const lines: string[] = [];
  await using program = openProgram(
    { DATABASE_URL: database.url, LOG_LEVEL: 'info' },
    { onLine: (line) => lines.push(line) },
  );
  const starting = program.start().catch(() => {});
  const waits =
    "select from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()";
  let code: number | null;
  try {
    await eventually(async () => assert.ok((await holder.query(waits)).rowCount));
    code = await program.stop();
  } finally {
    holder.release(true);
  }
  await starting;
  assert.equal(code, 0);
  assert.match(lines.join('\n'), /stopping before the start is complete/);
});
