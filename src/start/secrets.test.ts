import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readConfig } from './config.ts';
import { openSecrets } from './secrets.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contactry-secrets-'));
});
after(() => rm(folder, { recursive: true }));

const given = {
  ADMIN_SECRET: 'the-operator-chose-this',
  INTERNAL_SECRET: 'and-the-dashboard-that',
};

test("the operator's own secrets are never stored", async () => {
  const DATA_DIR = join(folder, 'own');
  const { active, fromFile, file } = await openSecrets(readConfig({ ...given, DATA_DIR }));
  assert.deepEqual(Object.keys(fromFile), ['suppression_pepper']);
  assert.equal(active.admin_secret, given.ADMIN_SECRET);
  const { mode } = await stat(file);
  if (process.platform !== 'win32') assert.equal(mode & 0o777, 0o600);
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), fromFile);
});

test('generated secrets stay the same at every later start', async () => {
  const DATA_DIR = join(folder, 'later');
  const first = await openSecrets(readConfig({ DATA_DIR }));
  const second = await openSecrets(readConfig({ DATA_DIR }));
  assert.deepEqual(Object.keys(first.fromFile).sort(), [
    'admin_secret',
    'internal_secret',
    'suppression_pepper',
  ]);
  assert.deepEqual(second, first);
});

test('a secret that is missing later is added to the stored ones', async () => {
  const DATA_DIR = join(folder, 'joins');
  const first = await openSecrets(readConfig({ ...given, DATA_DIR }));
  const second = await openSecrets(readConfig({ DATA_DIR }));
  const third = await openSecrets(readConfig({ DATA_DIR }));
  assert.notEqual(second.active.admin_secret, given.ADMIN_SECRET);
  assert.equal(third.active.suppression_pepper, first.active.suppression_pepper);
  assert.deepEqual(third, second);
});

test('a file without the pepper is left as it is: another pepper would lose the suppression list', async () => {
  const DATA_DIR = await folderWith('without-pepper', (file) => writeFile(file, '{}'));
  await assert.rejects(openSecrets(readConfig({ DATA_DIR })), /has no suppression_pepper.*Restore it/);
  assert.equal(await readFile(join(DATA_DIR, 'secrets.json'), 'utf8'), '{}');
  const { active } = await openSecrets(readConfig({ DATA_DIR, SUPPRESSION_PEPPER: 'from the environment' }));
  assert.equal(active.suppression_pepper, 'from the environment');
});

/** A folder whose `secrets.json` was created by `make`. */
async function folderWith(name: string, make: (file: string) => Promise<void>): Promise<string> {
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  await make(join(dataDir, 'secrets.json'));
  return dataDir;
}

for (const [what, make, words] of [
  ['a folder in its place', (file: string) => mkdir(file), /secrets\.json is a folder/],
  ['broken JSON', (file: string) => writeFile(file, '{"admin_secret": "abc'), /is not a JSON object/],
  ['nothing in it', (file: string) => writeFile(file, ''), /is not a JSON object/],
  ['a list', (file: string) => writeFile(file, '[]'), /is not a JSON object/],
  ['a number for a secret', (file: string) => writeFile(file, '{"admin_secret":7}'), /is not a JSON object/],
  ['a link to nothing', (file: string) => symlink(`${file}.gone`, file), /is a link to a missing file/],
] as const) {
  test(`${what} is reported, and no new secrets are generated`, async () => {
    const DATA_DIR = await folderWith(what.replaceAll(' ', '-'), make);
    await assert.rejects(openSecrets(readConfig({ DATA_DIR })), words);
    assert.deepEqual(await readdir(DATA_DIR), ['secrets.json']);
  });
}

const weak = '{"admin_secret":"x","suppression_pepper":"a-pepper-that-is-long-enough"}';

test('a secret shorter than a variable may be is refused by its name', async () => {
  const DATA_DIR = await folderWith('weak', (file) => writeFile(file, weak, { mode: 0o600 }));
  await assert.rejects(openSecrets(readConfig({ DATA_DIR })), /admin_secret in .* at least 16 characters/);
  assert.equal(await readFile(join(DATA_DIR, 'secrets.json'), 'utf8'), weak);
});

test('a short secret is no obstacle when a variable replaces it', async () => {
  const DATA_DIR = await folderWith('replaced', (file) => writeFile(file, weak));
  const { active } = await openSecrets(readConfig({ ...given, DATA_DIR }));
  assert.equal(active.admin_secret, given.ADMIN_SECRET);
});

const modes: [before: number, after: number][] = [
  [0o666, 0o600],
  [0o644, 0o600],
  [0o620, 0o600],
  [0o640, 0o640],
  [0o400, 0o400],
];
for (const [before, later] of modes) {
  const skip = process.platform === 'win32' && 'Windows has no modes';
  test(`a file of mode ${before.toString(8)} has mode ${later.toString(8)} after the start`, {
    skip,
  }, async () => {
    const secrets = JSON.stringify({
      admin_secret: given.ADMIN_SECRET,
      internal_secret: given.INTERNAL_SECRET,
      suppression_pepper: 'a-pepper-that-is-long-enough',
    });
    const DATA_DIR = await folderWith(`mode-${before}`, async (file) => {
      await writeFile(file, secrets);
      await chmod(file, before);
    });
    const { file } = await openSecrets(readConfig({ DATA_DIR }));
    assert.equal((await stat(file)).mode & 0o777, later);
  });
}

test('a file that this user may not read is reported, and no new secrets are generated', async () => {
  const before = '{"admin_secret":"the-one-that-was-there"}';
  const DATA_DIR = await folderWith('forbidden', (file) => writeFile(file, before, { mode: 0o000 }));
  // Root can read everything, so let another user try.
  const isRoot = process.geteuid?.() === 0;
  await chmod(folder, 0o755);
  if (isRoot) process.seteuid!(65_534);
  try {
    await assert.rejects(openSecrets(readConfig({ DATA_DIR })), /can't be read by the user that runs this/);
  } finally {
    if (isRoot) process.seteuid!(0);
  }
  await chmod(join(DATA_DIR, 'secrets.json'), 0o600);
  assert.equal(await readFile(join(DATA_DIR, 'secrets.json'), 'utf8'), before);
});
