import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pepperFits } from '#domains/suppression/index.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';

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

/** The service, started in a folder of its own, until it ends by itself. */
async function start(environment: Record<string, string>): Promise<{ code: number; err: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, err };
}

test('a port that is taken is one sentence, and what was opened is closed', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;

  const { code, err } = await start({ PORT: String(port) });

  assert.deepEqual({ code, err }, { code: 1, err: `Port ${port} is in use; set PORT to another.\n` });
  other.close();
});

test('a port for metrics that is taken is one sentence that names it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;

  const { code, err } = await start({ PORT: '0', METRICS_PORT: String(port) });

  assert.deepEqual({ code, err }, { code: 1, err: `Port ${port} is in use; set METRICS_PORT to another.\n` });
  other.close();
});

test('.env of the working folder is read, and variables that are set go before it', async () => {
  await writeFile(join(folder, '.env'), 'PORT=70000\nROLE=boss\n');

  const { code, err } = await start({ ROLE: 'worker' });

  assert.equal(code, 1);
  assert.match(err, /PORT must be/);
  assert.doesNotMatch(err, /ROLE/);
  await rm(join(folder, '.env'));
});

test('a process with another pepper than the database refuses to start, and says what to do', async () => {
  await using other = await testDatabase();
  await pepperFits(other.db, 'the pepper of the first process');

  const { code, err } = await start({
    DATABASE_URL: other.url,
    PORT: '0',
    SUPPRESSION_PEPPER: 'the pepper of another one',
  });

  assert.equal(code, 1);
  assert.match(err, /^SUPPRESSION_PEPPER is not the one .* docs\/guide\/operating\.md.*\n$/);
});
