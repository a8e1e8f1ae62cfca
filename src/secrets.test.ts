import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
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

test("the operator's own secrets are neither stored nor told as generated", async () => {
  const DATA_DIR = join(folder, 'own');
  const { secrets, generated, file } = await openSecrets(readConfig({ ...given, DATA_DIR }));
  assert.deepEqual(Object.keys(generated), ['suppression_pepper']);
  assert.equal(secrets.admin_secret, given.ADMIN_SECRET);
  const { mode } = await stat(file);
  if (process.platform !== 'win32') assert.equal(mode & 0o777, 0o600);
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), generated);
});

test('what is generated is the same at every later start, and is told once', async () => {
  const DATA_DIR = join(folder, 'later');
  const first = await openSecrets(readConfig({ DATA_DIR }));
  const second = await openSecrets(readConfig({ DATA_DIR }));
  assert.equal(Object.keys(first.generated).length, 3);
  assert.deepEqual(second, { ...first, generated: {} });
});

test('a secret that is missing later joins the stored ones', async () => {
  const DATA_DIR = join(folder, 'joins');
  const first = await openSecrets(readConfig({ ...given, DATA_DIR }));
  const second = await openSecrets(readConfig({ DATA_DIR }));
  const third = await openSecrets(readConfig({ DATA_DIR }));
  assert.deepEqual(Object.keys(second.generated).sort(), ['admin_secret', 'internal_secret']);
  assert.equal(third.secrets.suppression_pepper, first.secrets.suppression_pepper);
  assert.deepEqual(third.secrets, second.secrets);
});
