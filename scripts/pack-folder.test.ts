import assert from 'node:assert/strict';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { temporaryFolder } from '#test/support/embedded.ts';
import { packFolder } from './pack-folder.ts';

test('the same files give the same bytes, whenever and in whatever order they were written', async () => {
  const packed: Buffer[] = [];
  for (const names of [
    ['b.txt', 'a/c.txt'],
    ['a/c.txt', 'b.txt'],
  ]) {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'a'));
    for (const name of names) {
      await writeFile(join(folder.path, name), `the text of ${name}`);
      await utimes(join(folder.path, name), packed.length + 1, packed.length + 1);
    }
    packed.push(await packFolder(folder.path, new Date('2026-11-27T00:00:00Z')));
  }
  const [one, other] = packed;
  assert.deepEqual(one, other);
  const entries = await unpackTar(gunzipSync(one!));
  assert.deepEqual(
    entries.map(({ header, data }) => [header.name, Buffer.from(data!).toString()]),
    [
      ['a/c.txt', 'the text of a/c.txt'],
      ['b.txt', 'the text of b.txt'],
    ],
  );
});
