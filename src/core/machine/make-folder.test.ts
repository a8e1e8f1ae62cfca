import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeFolder } from './make-folder.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contactry-folder-'));
});
after(() => rm(folder, { recursive: true }));

test('a folder is created with its parents, and found the second time', async () => {
  const path = join(folder, 'one/two/three');
  assert.equal(await makeFolder(path), true);
  assert.ok((await stat(path)).isDirectory());
  assert.equal(await makeFolder(path), false);
});

test('a folder that a file system does not take is an error, not an endless attempt', async (t) => {
  if (process.platform !== 'linux') return t.skip('only Linux has /proc');
  await assert.rejects(makeFolder('/proc/no-such-folder/below'), { syscall: 'mkdir' });
});

test('a file in the way is an error', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await assert.rejects(makeFolder(file), { code: 'EEXIST' });
  await assert.rejects(makeFolder(join(file, 'below')), { code: 'ENOTDIR' });
});
