import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { listeningLog, temporaryFolder } from '#test/support/embedded.ts';
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';
import { chooseBinaries, installedBinaries } from './binaries.ts';

const packaged = await installedBinaries();

/** Programs that only say their version. */
async function pretend(folder: string, version: string, names = ['postgres', 'initdb', 'pg_ctl']) {
  const bin = join(folder, version, 'bin');
  await mkdir(bin, { recursive: true });
  for (const name of names) {
    await writeFile(join(bin, name), `#!/bin/sh\necho "postgres (PostgreSQL) ${version}"\n`);
    await chmod(join(bin, name), 0o755);
  }
  return bin;
}

test('the newest minor release of the same major version is used', async () => {
  await using folder = await temporaryFolder();
  const old = await pretend(folder.path, '18.1');
  const newest = await pretend(folder.path, '18.99');
  const newer = await pretend(folder.path, '18.98');
  const nextMajor = await pretend(folder.path, '19.0');
  const halfThere = await pretend(folder.path, '18.100', ['postgres']);
  const chosen = async (...folders: string[]) => (await chooseBinaries({ folders })).bin ?? 'packaged';
  assert.equal(await chosen(), 'packaged');
  assert.equal(await chosen(old, nextMajor, halfThere, join(folder.path, 'nowhere')), 'packaged');
  assert.equal(await chosen(old, newer, newest, nextMajor), newest);
  assert.equal((await chooseBinaries({ postgresBin: old, folders: [newest] })).bin, old);
});

test('POSTGRES_BIN of another major version, or without programs, is refused in a sentence', async () => {
  await using folder = await temporaryFolder();
  const nextMajor = await pretend(folder.path, '19.0');
  await assert.rejects(chooseBinaries({ postgresBin: nextMajor }), {
    message: `POSTGRES_BIN is ${nextMajor}, which has PostgreSQL 19.0. The embedded database needs version 18`,
  });
  await assert.rejects(
    chooseBinaries({ postgresBin: folder.path }),
    /^Error: POSTGRES_BIN is .*, whose postgres can't run: .*\. Set it to a folder with postgres, initdb and pg_ctl$/,
  );
});

test('the embedded database runs on the programs in POSTGRES_BIN, and goes back to the package', async () => {
  await using folder = await temporaryFolder();
  const { log, messages } = listeningLog();
  const options = { dataDir: folder.path, log, throwAway: true };
  const first = await startEmbeddedPostgres({ ...options, postgresBin: join(packaged.folder, 'bin') });
  assert.match(first.version, /^18\./);
  await first.stop();
  assert.match(messages.join(), /runs on this machine's PostgreSQL/);
  await using again = await startEmbeddedPostgres(options);
  assert.match(again.version, /^18\./);
});
