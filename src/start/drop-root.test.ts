import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { accountOf, derivedAccount, runsAsRoot } from '#platform/database/embedded/placement/account.ts';
import { blockedFolder } from '#platform/database/embedded/placement/placement.ts';
import { testDatabase } from '#test/support/database.ts';
import { listeningLog, postmasterPid, temporaryFolder } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { inherited } from '#test/support/inherited.ts';
import { openProgram, type Program } from '#test/support/program.ts';
import { dropRoot } from './drop-root.ts';

// Only root can drop root, and only Linux shows what these tests check about a process.
const testAsRoot = runsAsRoot() && process.platform === 'linux' ? test : () => {};
const daemon = { uid: 1, gid: 1 };
const isReachable = runsAsRoot() && !(await blockedFolder(process.execPath, await accountOf(daemon)));
const testAsOthers = isReachable ? testAsRoot : () => {};
const project = join(import.meta.dirname, '../..');
/** A clone that only root may enter. It drops root only when started in its own folder. */
const isHidden = runsAsRoot() && (await blockedFolder(project, await accountOf(daemon))) !== null;
const inItsFolder = isHidden ? { copy: project } : {};

const testAsOrdinary = runsAsRoot() ? () => {} : test;

testAsOrdinary('an ordinary user has nothing to give up', async () => {
  const { log } = listeningLog();
  assert.equal(await dropRoot({ account: null, dataDir: '/nowhere', log }), null);
});

async function statusOf(program: Program) {
  const status = await readFile(`/proc/${program.pid()}/status`, 'utf8');
  const numbers = (name: string) =>
    new RegExp(`^${name}:(.*)$`, 'm').exec(status)![1]!.trim().split(/\s+/).filter(Boolean);
  return { uids: new Set(numbers('Uid').map(Number)), groups: numbers('Groups'), rights: numbers('CapEff') };
}

testAsRoot(
  'a service that root starts continues as the account of its database, and can still mend it',
  async () => {
    await using folder = await temporaryFolder();
    const clusterDir = join(folder.path, 'postgresql/cluster');
    await using program = openProgram({ DATA_DIR: folder.path }, inItsFolder);
    await program.start();
    const { uid } = await stat(clusterDir);
    assert.deepEqual(await statusOf(program), { uids: new Set([uid]), groups: [], rights: ['0'.repeat(16)] });

    const pid = await postmasterPid(clusterDir);
    process.kill(pid, 'SIGKILL');
    await eventually(async () => assert.equal((await program.call('/api/v1/health')).status, 200));
    await eventually(async () => assert.notEqual(await postmasterPid(clusterDir), pid));
    await program[Symbol.asyncDispose]();
    await assert.rejects(access(join(clusterDir, 'postmaster.pid')), { code: 'ENOENT' });
    await program.start();
  },
);

testAsRoot(
  'with a database of its own elsewhere it continues as an id that follows from DATA_DIR',
  async () => {
    await using folder = await temporaryFolder();
    await using database = await testDatabase();
    await using program = openProgram({ DATA_DIR: folder.path, DATABASE_URL: database.url }, inItsFolder);
    await program.start();
    const { uid } = await derivedAccount(folder.path);
    assert.deepEqual((await statusOf(program)).uids, new Set([uid]));
    assert.equal((await program.call('/api/v1/health')).status, 200);
  },
);

testAsRoot(
  'a program in a folder that only root may enter drops root and can still load its files',
  async () => {
    await using folder = await temporaryFolder();
    await using database = await testDatabase();
    const hidden = join(folder.path, 'hidden');
    await mkdir(hidden, { mode: 0o700 });
    const copy = isHidden ? project : await copyInto(hidden);

    await using program = openProgram(
      { DATA_DIR: join(hidden, 'data'), DATABASE_URL: database.url },
      { copy },
    );
    await program.start();
    assert.ok(!(await statusOf(program)).uids.has(0));
    for (const path of ['/api/v1/health', '/reference/'])
      assert.equal((await program.call(path)).status, 200);
  },
);

/** A copy of the project whose libraries others can read. */
async function copyInto(folder: string): Promise<string> {
  const copy = join(folder, 'project');
  for (const name of ['package.json', 'src', 'migrations', 'docs'])
    await cp(join(project, name), join(copy, name), { recursive: true });
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** The output of a start that ends without a signal. */
async function refusalOf(environment: Record<string, string>, ids: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, [join(project, 'src/main.ts')], {
    cwd: isHidden ? project : '/',
    env: { ...inherited(), PORT: '0', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...ids,
  });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, err };
}

testAsRoot('a database that lets in root alone ends the start with what to do', async () => {
  await using folder = await temporaryFolder(0o700);
  await using database = await testDatabase();
  const url = new URL(database.url);
  const { port, hostname } = url;
  const relay = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const end of [near, far]) end.on('error', () => {});
  });
  await once(relay.listen(join(folder.path, '.s.PGSQL.5432')), 'listening');
  url.host = encodeURIComponent(folder.path);
  url.port = '5432';
  const { code, err } = await refusalOf({ DATA_DIR: folder.path, DATABASE_URL: url.href });
  relay.close();
  assert.equal(code, 1);
  assert.match(err, /^Contactry drops root and runs as user id \d+, but .* refuses that user: .*EACCES.*TCP/);
});

testAsOthers("secrets of root's are not an ordinary user's, and the start says so", async () => {
  await using folder = await temporaryFolder(0o755);
  await using database = await testDatabase();
  await using program = openProgram({
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    SUPPRESSION_PEPPER: '',
  });
  await program.start();
  const { code, err } = await refusalOf({ DATA_DIR: folder.path, DATABASE_URL: database.url }, daemon);
  assert.equal(code, 1);
  assert.match(
    err,
    /secrets\.json can't be read by the user that runs this process, perhaps because root started Contactry earlier/,
  );
});
