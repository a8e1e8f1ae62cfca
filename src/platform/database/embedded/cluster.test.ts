import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask, listeningLog, startElsewhere, temporaryFolder } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { isAlive } from './cluster.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

const { log } = listeningLog();
const unfinishedIn = async (home: string) =>
  (await readdir(home)).filter((name) => name.endsWith('unfinished'));

/** The folder of a first start that was killed while creating the cluster. A start may finish before it is killed. */
async function leftHalfMade(): ReturnType<typeof temporaryFolder> {
  for (let tries = 0; tries < 20; tries += 1) {
    const folder = await temporaryFolder();
    const home = join(folder.path, 'postgresql');
    await mkdir(home);
    await chmod(home, 0o711);
    const first = startElsewhere({ dataDir: folder.path, throwAway: true });
    const begun = async () => assert.ok((await readdir(home)).some((name) => name.startsWith('cluster')));
    const said = await Promise.race([first.said, eventually(begun)]);
    assert.doesNotMatch(said ?? '', /^failed/);
    await first.kill();
    if (!(await readdir(home)).includes('cluster')) return folder;
    await (await startEmbeddedPostgres({ dataDir: folder.path, log, throwAway: true })).stop();
    await folder[Symbol.asyncDispose]();
  }
  throw new Error('every start finished before it was killed');
}

test('what a killed first start left behind is removed, and the next start creates the cluster', async () => {
  await using folder = await leftHalfMade();
  const home = join(folder.path, 'postgresql');

  await using server = await startEmbeddedPostgres({ dataDir: folder.path, log, throwAway: true });
  assert.deepEqual(await ask(server.poolConfig, 'select 1 as one'), [{ one: 1 }]);
  assert.deepEqual(await unfinishedIn(home), []);
});

test('the unfinished cluster of a first start that is still running is left alone', async () => {
  await using folder = await temporaryFolder();
  const name = `cluster.${process.ppid}.unfinished`;
  await mkdir(join(folder.path, 'postgresql', name), { recursive: true });
  await using _server = await startEmbeddedPostgres({ dataDir: folder.path, log, throwAway: true });
  assert.deepEqual(await unfinishedIn(join(folder.path, 'postgresql')), [name]);
});

test('a cluster of another major version is refused with both versions and a remedy', async () => {
  await using folder = await temporaryFolder();
  const made = await startEmbeddedPostgres({ dataDir: folder.path, log, throwAway: true });
  await made.stop();
  await writeFile(join(made.clusterDir, 'PG_VERSION'), '17\n');
  await assert.rejects(
    startEmbeddedPostgres({ dataDir: folder.path, log }),
    /was created by PostgreSQL 17, but this release runs 18\. Dump it .* or set DATABASE_URL/,
  );
});

test('only the account that runs the server may enter the cluster', async () => {
  await using folder = await temporaryFolder();
  await using server = await startEmbeddedPostgres({ dataDir: folder.path, log, throwAway: true });
  assert.equal((await stat(server.clusterDir)).mode & 0o777, 0o700);
});

test('a process is alive until it ends, even if another user owns it', () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  assert.deepEqual([process.pid, 1, pid].map(isAlive), [true, true, false]);
});
