import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readConfig } from './config.ts';
import { openSecrets } from './secrets.ts';
import { refuseFolder, refuseGrants } from './start-refusals.ts';
import { StartRefused } from './start-refused.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contactry-refusals-'));
  await chmod(folder, 0o755);
});
after(() => rm(folder, { recursive: true }));

const opened = (DATA_DIR: string) => openSecrets(readConfig({ DATA_DIR })).catch(refuseFolder(DATA_DIR));

for (const [what, dataDir] of [
  ['that this user may not make', 'closed/data'],
  ['that this user may not write', 'closed'],
] as const) {
  test(`a DATA_DIR ${what} is told with whose it should be`, async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { recursive: true });
    await chmod(closed, 0o555);
    // Root may write everything: then somebody else tries it.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid!(65_534);
    try {
      await assert.rejects(opened(join(folder, dataDir)), (error: Error) => {
        assert.ok(error instanceof StartRefused);
        assert.ok(error.message.startsWith(`DATA_DIR is ${join(folder, dataDir)}, where the user that runs`));
        assert.match(error.message, /may not write.*Give the folder to that user \(chown\), or set DATA_DIR/);
        return true;
      });
    } finally {
      if (isRoot) process.seteuid!(0);
    }
  });
}

test('a DATA_DIR that is a link to nothing is told as what it is', async () => {
  await symlink(join(folder, 'gone'), join(folder, 'dangling'));
  await assert.rejects(opened(join(folder, 'dangling')), /^Error: DATA_DIR is .*dangling, /);
});

test('a file elsewhere that is missing is not said to be in DATA_DIR', async () => {
  const elsewhere = writeFile(join(folder, 'absent/file'), '').catch(refuseFolder('/var/lib/contactry'));
  await assert.rejects(elsewhere, /^Error: ENOENT/);
});

test('a database user who may make nothing is told who should own the database; any other error stays', () => {
  const denied = Object.assign(new Error('permission denied for schema public'), { code: '42501' });
  assert.throws(
    () => refuseGrants(denied),
    /^Error: The user of DATABASE_URL.*schema public\. Make that user the owner/,
  );
  const other = Object.assign(new Error('a bug'), { code: '42P01' });
  assert.throws(() => refuseGrants(other), other);
});
