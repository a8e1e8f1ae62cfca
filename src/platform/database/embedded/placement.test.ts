import assert from 'node:assert/strict';
import { chmod, chown, cp, mkdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask, listeningLog, startElsewhere, temporaryFolder } from '#test/support/embedded.ts';
import { runsAsRoot, unprivilegedAccount } from './account.ts';
import { installedBinaries } from './binaries.ts';
import { blockedFolder, place } from './placement.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

// Only root can take on other users, and they must be able to run this Node.
const testAsRoot = runsAsRoot() ? test : () => {};
const ordinary = runsAsRoot() ? await unprivilegedAccount(1).catch(() => null) : null;
const testAsOthers = ordinary && !(await blockedFolder(process.execPath, ordinary)) ? test : () => {};
const { log, messages } = listeningLog();

/** A DATA_DIR behind a folder that only root may enter, as a clone under /root has it. */
async function hiddenFolder() {
  const folder = await temporaryFolder();
  const hidden = join(folder.path, 'hidden');
  await mkdir(hidden, { mode: 0o700 });
  return { ...folder, hidden, dataDir: join(hidden, 'data'), rootsHomes: join(folder.path, 'homes') };
}

test('a folder is blocked where the bit that counts for the account is missing', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'inner');
  await mkdir(path);
  const { uid, gid } = await stat(path);
  const [owner, member, stranger] = [
    { name: 'owner', uid, gid: gid + 1 },
    { name: 'member', uid: uid + 1, gid },
    { name: 'stranger', uid: uid + 1, gid: gid + 1 },
  ];
  for (const [account, mode, blocked] of [
    [owner, 0o100, null],
    [owner, 0o677, path],
    [member, 0o010, null],
    [member, 0o767, path],
    [stranger, 0o001, null],
    [stranger, 0o776, path],
  ] as const) {
    await chmod(path, mode);
    assert.equal(await blockedFolder(path, account), blocked, `${account.name} and ${mode.toString(8)}`);
  }
  await chmod(path, 0o700);
});

testAsRoot('root keeps the database in DATA_DIR when the server can enter it', async () => {
  await using folder = await temporaryFolder();
  const rootsHomes = join(folder.path, 'homes');
  const { home, account } = await place(join(folder.path, 'data'), rootsHomes, log);
  assert.equal(home, join(await realpath(folder.path), 'data/postgresql'));
  assert.equal(account.name, 'nobody');
  await assert.rejects(stat(rootsHomes), { code: 'ENOENT' });
});

testAsRoot(
  'root keeps it elsewhere when the server cannot, says where, and finds it again after a move',
  async () => {
    await using folder = await hiddenFolder();
    const { dataDir, rootsHomes } = folder;
    messages.length = 0;
    const first = await startEmbeddedPostgres({ dataDir, rootsHomes, log });
    assert.ok(first.clusterDir.startsWith(`${await realpath(rootsHomes)}/data-`));
    assert.equal(await readlink(join(dataDir, 'postgresql')), join(first.clusterDir, '..'));
    assert.match(
      messages[0] ?? '',
      new RegExp(`can't enter ${folder.hidden}: the database is kept in ${rootsHomes}`),
    );
    await ask(first.poolConfig, 'create table kept as select 42 as answer');
    await first.stop();

    await rename(dataDir, `${dataDir}-moved`);
    await using second = await startEmbeddedPostgres({ dataDir: `${dataDir}-moved`, rootsHomes, log });
    assert.deepEqual(await ask(second.poolConfig, 'select answer from kept'), [{ answer: 42 }]);
  },
);

testAsRoot('a strict umask of root keeps nothing from the server', async () => {
  await using folder = await hiddenFolder();
  const { dataDir, rootsHomes } = folder;
  const usual = process.umask(0o077);
  try {
    await using server = await startEmbeddedPostgres({ dataDir, rootsHomes, log, throwAway: true });
    assert.deepEqual(await ask(server.poolConfig, 'select 1 as one'), [{ one: 1 }]);
  } finally {
    process.umask(usual);
  }
});

testAsRoot('a DATA_DIR whose database is gone is refused, not given an empty one', async () => {
  await using folder = await hiddenFolder();
  await place(folder.dataDir, folder.rootsHomes, log);
  await rm(folder.rootsHomes, { recursive: true });
  await assert.rejects(
    place(folder.dataDir, folder.rootsHomes, log),
    /links to the database's folder, and that .* is gone/,
  );
});

testAsRoot('binaries that the server cannot reach are copied beside the database', async () => {
  await using folder = await hiddenFolder();
  const installed = await installedBinaries();
  const unreachable = { ...installed, folder: join(folder.hidden, 'native') };
  await cp(installed.folder, unreachable.folder, { recursive: true, verbatimSymlinks: true });
  const { home, binaries, version } = await place(folder.dataDir, folder.rootsHomes, log, unreachable);
  assert.equal(binaries.folder, join(home, `binaries-${installed.packageVersion}`));
  assert.match(version, /^18\./);
});

testAsOthers(
  'an ordinary user has everything under DATA_DIR, and a cluster stays with its owner when root starts it',
  async () => {
    await using folder = await temporaryFolder();
    const dataDir = join(folder.path, 'data');
    await mkdir(dataDir);
    await chown(dataDir, 1, 1);
    const started = startElsewhere({ dataDir }, { uid: 1, gid: 1 });
    assert.equal(await started.said, `started ${await realpath(dataDir)}/postgresql/cluster`);
    await started.kill();

    await using server = await startEmbeddedPostgres({ dataDir, log });
    assert.deepEqual(await ask(server.poolConfig, 'select 1 as one'), [{ one: 1 }]);
    assert.equal((await stat(server.clusterDir)).uid, 1);
  },
);

testAsOthers("a database of root's is not an ordinary user's, and the error says so", async () => {
  await using folder = await temporaryFolder();
  const made = await startEmbeddedPostgres({ dataDir: folder.path, log });
  await made.stop();
  const started = startElsewhere({ dataDir: folder.path }, { uid: 1, gid: 1 });
  assert.match(await started.said, /failed: The database in .* belongs to another user/);
});

testAsOthers('a user id without a name is refused with what to do', async () => {
  const nameless = { uid: 54321, gid: 54321 };
  await using folder = await temporaryFolder();
  await chown(folder.path, nameless.uid, nameless.gid);
  const started = startElsewhere({ dataDir: folder.path }, nameless);
  assert.match(await started.said, /^failed: User id 54321 has no entry in \/etc\/passwd.*DATABASE_URL/);
});
