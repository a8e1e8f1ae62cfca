import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { platformVariables } from '#app/start/config.ts';
import { localSettings } from './local-settings.ts';

const project = join(import.meta.dirname, '../../../..');
let root: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'contactry-settings-'));
});
after(() => rm(root, { recursive: true }));

let made = 0;
/** A folder with this `.env`. */
async function folderWith(env: string): Promise<string> {
  made += 1;
  const folder = join(root, String(made));
  await mkdir(folder);
  await writeFile(join(folder, '.env'), env);
  return folder;
}

test('without settings, the default address and secrets file are used', () => {
  const { urls, adminSecret, secretsFile } = localSettings({}, root);
  assert.deepEqual({ urls, adminSecret }, { urls: ['http://127.0.0.1:8080'], adminSecret: '' });
  assert.equal(urls[0], `http://${platformVariables.HOST.fallback}:${platformVariables.PORT.fallback}`);
  assert.equal(secretsFile, join(project, platformVariables.DATA_DIR.fallback, 'secrets.json'));
});

test('.env sets port, data folder and secret, and the environment takes precedence', async () => {
  const folder = await folderWith('PORT=9000\nDATA_DIR=kept\nADMIN_SECRET="of the file"\n');
  assert.deepEqual(localSettings({}, folder), {
    urls: ['http://127.0.0.1:9000'],
    adminSecret: 'of the file',
    secretsFile: join(folder, 'kept/secrets.json'),
  });
  assert.deepEqual(localSettings({ PORT: '9001', ADMIN_SECRET: 'of the shell', DATA_DIR: '/kept' }, folder), {
    urls: ['http://127.0.0.1:9001'],
    adminSecret: 'of the shell',
    secretsFile: '/kept/secrets.json',
  });
});

for (const [env, urls] of [
  ['HOST=0.0.0.0', ['http://127.0.0.1:8080']],
  ['HOST=::', ['http://127.0.0.1:8080']],
  ['HOST=::1', ['http://[::1]:8080']],
  ['HOST=10.0.0.7\nPORT=80', ['http://10.0.0.7:80']],
  ['PUBLIC_URL=https://contacts.example.com/', ['http://127.0.0.1:8080', 'https://contacts.example.com']],
  ['PORT=0', []],
  ['PORT=0\nPUBLIC_URL=https://contacts.example.com', ['https://contacts.example.com']],
  ['PORT=9000\nCONTACTRY_URL=http://other.example:1', ['http://other.example:1']],
] as const) {
  test(`${env.replaceAll('\n', ' ')} makes the command look at ${urls.join(', then ') || 'no address'}`, async () => {
    assert.deepEqual(localSettings({}, await folderWith(env)).urls, urls);
  });
}

test('address and secrets always come from the same .env', async () => {
  const folder = await folderWith('PUBLIC_URL=https://elsewhere.example\n');
  assert.equal(localSettings({}, folder).secretsFile, join(folder, 'data/secrets.json'));
});
