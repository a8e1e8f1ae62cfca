import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { readConfig } from '#app/start/config.ts';
import { pepperFits } from '#domains/suppression/index.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';
import { kyselyOn, openPool } from '#platform/database/pools.ts';
import { ask, listeningLog, temporaryFolder } from '#test/support/embedded.ts';
import { givenAccount, givenCredits } from '#test/support/kit.ts';
import { spendOne } from '#test/support/ledger/statements.ts';
import { testSecrets } from '#test/support/service.ts';
import { checkDatabase } from '../doctor/check-database.ts';
import { makeBackup, packed } from './make-backup.ts';
import { readFacts } from './read-archive.ts';
import { restoreBackup } from './restore-backup.ts';

const { log } = listeningLog();
const { signal } = new AbortController();
const folder = await temporaryFolder();
const dataDir = join(folder.path, 'data');
const file = join(folder.path, 'contactry.tar.zst');
let server: EmbeddedPostgres;
let account: number;
before(async () => {
  server = await startEmbeddedPostgres({
    dataDir,
    log,
    settings: { fsync: 'off', dynamic_shared_memory_type: 'mmap' },
  });
  const pool = openPool(server.poolConfig, 1, log);
  const db = kyselyOn(pool);
  await migrate(pool);
  await pepperFits(db, testSecrets.suppression_pepper);
  ({ account } = await givenAccount(db));
  await givenCredits(db, account, 100_000);
  await pool.end();
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });
});
after(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

const spends = 'select count(*)::int as spends from credit_ledger where kind <> 1';
const backup = (name: string, own = signal) =>
  makeBackup({ dataDir, file: join(folder.path, name), withSecrets: true, signal: own, log });
const restore = (from: string, to: string) =>
  restoreBackup({ dataDir: join(folder.path, to), file: from, signal, log });

test('a backup made while credits are spent balances to the credit after a restore', async () => {
  const pool = openPool(server.poolConfig, 4, log);
  let isOver = false;
  const busy = [1, 2].map(async () => {
    while (!isOver) await spendOne(pool, { account, amount: 1, key: randomUUID() });
  });
  const spentNow = async () => Number((await ask(server.poolConfig, spends))[0]!.spends);
  const first = await spentNow();
  const made = await backup('contactry.tar.zst');
  const last = await spentNow();
  isOver = true;
  await Promise.all(busy);
  await pool.end();
  assert.ok(last > first, 'credits were spent during the backup');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.equal((await stat(file)).size, made.bytes);

  const restored = await restore(file, 'restored');
  assert.deepEqual([restored.mismatches, restored.accounts, restored.pepperFits], [0, 1, true]);
  assert.deepEqual(await ask(server.poolConfig, 'select count(*)::int as made from backup_made'), [
    { made: 1 },
  ]);
  assert.deepEqual(
    JSON.parse(await readFile(join(folder.path, 'restored/secrets.json'), 'utf8')),
    testSecrets,
  );
  const doctor = await checkDatabase(
    readConfig({
      DATA_DIR: join(folder.path, 'restored'),
      SUPPRESSION_PEPPER: 'not the one of this database',
    }),
  );
  assert.equal(doctor[0]!.says, 'The embedded database was started for this check.');
  assert.ok(doctor.some(({ says }) => /^PostgreSQL 18.* holds /.test(says)));
  assert.deepEqual(
    doctor.filter(({ state }) => state === 'fault').map(({ says }) => says),
    ['The suppression pepper does not fit the database, so the service refuses to start.'],
  );

  const warnings = doctor.filter(({ state }) => state === 'warning').map(({ says }) => says);
  assert.ok(warnings.some((says) => says.startsWith('Outgoing messages are held, as on a restored copy')));
  assert.ok(warnings.includes('This database has no backup.'));

  await using copy = await startEmbeddedPostgres({ dataDir: join(folder.path, 'restored'), log });
  const [{ spends: kept }] = (await ask(copy.poolConfig, spends)) as [{ spends: number }];
  assert.ok(first <= kept && kept <= last, `${first} ≤ ${kept} ≤ ${last}`);
});

test('a restore refuses a DATA_DIR that is not empty, and leaves it alone', async () => {
  await assert.rejects(restore(file, 'data'), /data, which is not empty/);
});

test('a backup that is cut short or changed is refused, and nothing of it stays', async () => {
  const damaged = join(folder.path, 'damaged.tar.zst');
  const whole = await readFile(file);
  const cases: [string, () => Promise<void>, RegExp][] = [
    ['cut', () => truncate(damaged, whole.length - 1000), /damaged or incomplete/],
    ['changed', () => changeByte(damaged, whole.length - 5000), /damaged/],
    ['foreign', () => writeFile(damaged, 'hello'), /not a backup of Contactry/],
  ];
  for (const [name, harm, sentence] of cases) {
    await writeFile(damaged, whole);
    await harm();
    await assert.rejects(restore(damaged, name), sentence);
    const home = await readdir(join(folder.path, name, 'postgresql')).catch(() => []);
    assert.deepEqual(home, [], name);
  }
});

test('an archive of another program is refused in a sentence, and nothing of it stays', async () => {
  const facts = entry('contactry/backup.json', await readFacts(file));
  const list = (Files: unknown) => entry('contactry/backup_manifest', { Files });
  const foreign = join(folder.path, 'foreign.tar.zst');
  const cases: [string, { name: string; body: string }[], RegExp][] = [
    ['facts of null', [entry('contactry/backup.json', null)], /not a backup of Contactry/],
    ['facts without members', [entry('contactry/backup.json', { format: 1 })], /not a backup of Contactry/],
    [
      'endless facts',
      [{ name: 'contactry/backup.json', body: ' '.repeat(2_000_000) }],
      /not a backup of Contactry/,
    ],
    ['a way out', [facts, { name: '../../out', body: '' }, list([])], /points outside/],
    ['no list', [facts, { name: 'contactry/other', body: '' }], /list of its files is missing/],
    ['a list of nothing', [facts, list(null)], /list of its files is missing or unreadable/],
    ['no cluster', [facts, list([])], /PG_VERSION is missing/],
  ];
  for (const [name, entries, sentence] of cases) {
    await writeFile(foreign, zstdCompressSync(await packed(entries)));
    await assert.rejects(restore(foreign, name), sentence, name);
    assert.deepEqual(await readdir(join(folder.path, name, 'postgresql')).catch(() => []), [], name);
  }
});

test('what a killed run of the same process number left is no hindrance, as in a container', async () => {
  const name = `restored.${process.pid}.unfinished`;
  await mkdir(join(folder.path, 'again/postgresql', name), { recursive: true });
  await writeFile(join(folder.path, `again.tar.zst.${process.pid}.unfinished`), '');
  await backup('again.tar.zst');
  await restore(join(folder.path, 'again.tar.zst'), 'again');
});

test('a backup of a newer release is refused', async () => {
  await ask(server.poolConfig, `insert into schema_migration (name, sha256) values ('9999_later.sql', '')`);
  await backup('newer.tar.zst');
  await assert.rejects(restore(join(folder.path, 'newer.tar.zst'), 'older'), /newer release .*9999_later/);
});

test('an interrupted backup leaves no file, and no backup replaces one', async () => {
  const stopped = new AbortController();
  setImmediate(() => stopped.abort());
  await assert.rejects(backup('stopped.tar.zst', stopped.signal));
  await assert.rejects(backup('contactry.tar.zst'), /exists already/);
  const names = await readdir(folder.path);
  assert.deepEqual(
    names.filter((name) => /stopped|unfinished/.test(name)),
    [],
  );
});

const entry = (name: string, value: unknown) => ({ name, body: JSON.stringify(value) });

async function changeByte(path: string, at: number): Promise<void> {
  const handle = await open(path, 'r+');
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
  await handle.write(Buffer.from([buffer[0]! ^ 0xff]), 0, 1, at);
  await handle.close();
}
