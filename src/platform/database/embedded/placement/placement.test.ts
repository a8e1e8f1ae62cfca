import assert from 'node:assert/strict';
import type { Stats } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lchown,
  lstat,
  mkdir,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask, listeningLog, postmasterPid, startElsewhere, temporaryFolder } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { copyBinaries, installedBinaries, probe } from '../programs/binaries.ts';
import { startServer } from '../programs/pg-ctl.ts';
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';
import { accountOf, runsAsRoot, sharedAccount } from './account.ts';
import { blockedFolder, place } from './placement.ts';

// Only root can switch to another user, who must be able to run this Node.
const testAsRoot = runsAsRoot() ? test : () => {};
const daemon = { uid: 1, gid: 1 };
const isReachable = runsAsRoot() && !(await blockedFolder(process.execPath, await accountOf(daemon)));
const testAsOthers = isReachable ? test : () => {};
const { log, messages } = listeningLog();

/** The first file in a folder whose name has this form, as soon as it appears. */
async function eventuallyFound(folder: string, form: RegExp) {
  let found: Stats | undefined;
  await eventually(async () => {
    const name = (await readdir(folder)).find((each) => form.test(each));
    assert.ok(name);
    found = await stat(join(folder, name));
    assert.notEqual(found.gid, 0);
  });
  return found!;
}

/** A DATA_DIR inside a folder that only root may enter, like a clone under /root. */
async function hiddenFolder() {
  const folder = await temporaryFolder();
  const hidden = join(folder.path, 'hidden');
  await mkdir(hidden, { mode: 0o700 });
  return { ...folder, hidden, dataDir: join(hidden, 'data'), rootsHomes: join(folder.path, 'homes') };
}

test('a folder is blocked if the permission bit for the account is missing', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'inner');
  await mkdir(path);
  const { uid, gid } = await stat(path);
  const [owner, member, stranger] = [
    { name: 'owner', uid, gid: gid + 1, isNamed: true },
    { name: 'member', uid: uid + 1, gid, isNamed: true },
    { name: 'stranger', uid: uid + 1, gid: gid + 1, isNamed: true },
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
  assert.equal(account.isNamed, false);
  await assert.rejects(stat(rootsHomes), { code: 'ENOENT' });
});

const owners = async (paths: string[]) =>
  new Set((await Promise.all(paths.map((path) => lstat(path)))).map(({ uid }) => uid));
const everythingIn = async (folder: string) =>
  (await readdir(folder, { recursive: true })).map((name) => join(folder, name));

testAsRoot('the server of root runs under a user id that no other program has', async () => {
  await using one = await temporaryFolder();
  await using other = await temporaryFolder();
  await using first = await startEmbeddedPostgres({ dataDir: one.path, log, throwAway: true });
  await using second = await startEmbeddedPostgres({ dataDir: other.path, log, throwAway: true });
  const { uid, isNamed } = first.account;
  assert.equal(isNamed, false);
  assert.notEqual(uid, second.account.uid);
  const { clusterDir, socketDir } = first;
  const written = await everythingIn(clusterDir);
  assert.deepEqual(await owners([clusterDir, socketDir, ...written]), new Set([uid]));
  const server = `/proc/${await postmasterPid(clusterDir)}`;
  assert.deepEqual(await owners([server]), new Set([uid]));
});

testAsRoot('no other user of the machine gets in, even one who reaches the socket', async () => {
  await using folder = await temporaryFolder();
  await using server = await startEmbeddedPostgres({ dataDir: folder.path, log, throwAway: true });
  await chmod(server.socketDir, 0o711);
  await chmod(join(server.socketDir, '.s.PGSQL.5432'), 0o777);
  for (const user of ['postgres', 'contactry']) {
    await assert.rejects(ask({ ...server.poolConfig, user, password: 'guess' }, 'select 1'), {
      code: '28P01',
    });
  }
});

testAsRoot('what another account makes can be reached by the group of the service alone', async () => {
  await using folder = await temporaryFolder();
  const home = join(folder.path, 'postgresql');
  const started = startElsewhere({ dataDir: folder.path, throwAway: true });
  let workshop!: Stats;
  await eventually(async () => {
    workshop = await eventuallyFound(home, /^cluster\..*unfinished$/);
    assert.deepEqual([workshop.uid, workshop.mode & 0o777], [0, 0o710]);
  });
  assert.match(await started.said, /^started/);
  assert.equal(workshop.gid, (await stat(join(home, 'cluster'))).uid);
  await started.kill();
  await using _server = await startEmbeddedPostgres({ dataDir: folder.path, log, throwAway: true });
});

testAsRoot('a database of the shared account is taken over, its server stopped', async () => {
  await using folder = await temporaryFolder();
  const made = await startEmbeddedPostgres({ dataDir: folder.path, log });
  await ask(made.poolConfig, 'create table kept as select 42 as answer');
  await made.stop();
  const home = join(made.clusterDir, '..');
  const nobody = await sharedAccount();
  for (const name of ['cluster', 'log', 'run']) {
    for (const path of [join(home, name), ...(await everythingIn(join(home, name)))])
      await lchown(path, nobody.uid, nobody.gid);
  }
  const installed = await installedBinaries();
  const isRunnable = await probe(installed, nobody, home).then(
    () => true,
    () => false,
  );
  const binaries = isRunnable ? installed : await copyBinaries(installed, home);
  await startServer({ home, account: nobody, binaries, version: made.version }, 'postgresql.conf');
  const formerPid = await postmasterPid(made.clusterDir);
  await writeFile(join(made.clusterDir, 'roots'), '');

  await using again = await startEmbeddedPostgres({ dataDir: folder.path, log });
  assert.notEqual(await postmasterPid(again.clusterDir), formerPid);
  assert.deepEqual(await ask(again.poolConfig, 'select answer from kept'), [{ answer: 42 }]);
  const written = (await everythingIn(again.clusterDir)).filter((path) => !path.endsWith('/roots'));
  assert.deepEqual(await owners([again.clusterDir, ...written]), new Set([made.account.uid]));
  assert.equal((await stat(join(again.clusterDir, 'roots'))).uid, 0, 'what was not theirs stays as it is');
});

testAsRoot('a taking over that was cut off is finished by the next start', async () => {
  await using folder = await temporaryFolder();
  const made = await startEmbeddedPostgres({ dataDir: folder.path, log, throwAway: true });
  await made.stop();
  const nobody = await sharedAccount();
  await lchown(join(made.clusterDir, 'global'), nobody.uid, nobody.gid);
  await lchown(made.clusterDir, 0, 0);
  await using again = await startEmbeddedPostgres({ dataDir: folder.path, log, throwAway: true });
  assert.deepEqual(
    await owners([again.clusterDir, join(again.clusterDir, 'global')]),
    new Set([made.account.uid]),
  );
});

testAsOthers("a link in another user's folder does not lead root to what it must not touch", async () => {
  await using folder = await temporaryFolder();
  const home = join(folder.path, 'data/postgresql');
  await mkdir(home, { recursive: true });
  await mkdir(join(folder.path, 'precious'), { mode: 0o755 });
  for (const path of [join(folder.path, 'data'), home]) await lchown(path, daemon.uid, daemon.gid);
  await symlink(join(folder.path, 'precious'), join(home, 'log'));
  await assert.rejects(startEmbeddedPostgres({ dataDir: join(folder.path, 'data'), log, throwAway: true }));
  const precious = await stat(join(folder.path, 'precious'));
  assert.deepEqual([precious.uid, precious.mode & 0o777], [0, 0o755]);
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
      new RegExp(`can't enter ${folder.hidden}. The database is in ${rootsHomes}`),
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
    /links to a database folder that no longer exists/,
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
