import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MigrationRefused } from '#platform/database/outstanding.ts';
import { OwnAddressesUnknown } from '#platform/outgoing/addresses/public-address.ts';
import { readConfig } from './config.ts';
import { openSecrets } from './secrets.ts';
import { asDataDirError, asOpeningError, StartupError } from './startup-error.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contactry-refusals-'));
  await chmod(folder, 0o755);
});
after(() => rm(folder, { recursive: true }));

const opened = (DATA_DIR: string) => openSecrets(readConfig({ DATA_DIR })).catch(asDataDirError(DATA_DIR));

for (const [what, dataDir] of [
  ['that this user may not create', 'closed/data'],
  ['that this user may not write', 'closed'],
] as const) {
  test(`a DATA_DIR ${what} is reported with who should own it`, async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { recursive: true });
    await chmod(closed, 0o555);
    // Root can write everything, so let another user try.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid!(65_534);
    try {
      await assert.rejects(opened(join(folder, dataDir)), (error: Error) => {
        assert.ok(error instanceof StartupError);
        assert.ok(error.message.startsWith(`DATA_DIR is ${join(folder, dataDir)}, but the user that runs`));
        assert.match(
          error.message,
          /may not write.*Make that user the owner of the folder \(chown\), or set DATA_DIR/,
        );
        return true;
      });
    } finally {
      if (isRoot) process.seteuid!(0);
    }
  });
}

test('a DATA_DIR that is a dangling link is reported', async () => {
  await symlink(join(folder, 'gone'), join(folder, 'dangling'));
  await assert.rejects(opened(join(folder, 'dangling')), /^Error: DATA_DIR is .*dangling, /);
});

test('a missing file elsewhere is not blamed on DATA_DIR', async () => {
  const elsewhere = writeFile(join(folder, 'absent/file'), '').catch(asDataDirError('/var/lib/contactry'));
  await assert.rejects(elsewhere, /^Error: ENOENT/);
});

test('for a database user without rights the error names who should own the database; other errors are unchanged', () => {
  const denied = Object.assign(new Error('permission denied for schema public'), { code: '42501' });
  assert.throws(
    () => asOpeningError(denied),
    /^Error: The user of DATABASE_URL.*schema public\. Make that user the owner/,
  );
  const other = Object.assign(new Error('a bug'), { code: '42P01' });
  assert.throws(() => asOpeningError(other), other);
});

test('a database on a full disk is reported in one sentence', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  assert.throws(
    () => asOpeningError(full),
    (error: Error) => error instanceof StartupError && /disk of the database is full/.test(error.message),
  );
});

test('a database of another release is reported in its own sentence', () => {
  assert.throws(
    () => asOpeningError(new MigrationRefused('Run the newer release.')),
    (error: Error) => error instanceof StartupError && error.message === 'Run the newer release.',
  );
});

test('a database that takes no writes is reported in one sentence', () => {
  const readOnly = Object.assign(new Error('cannot execute CREATE TABLE'), { code: '25006' });
  assert.throws(
    () => asOpeningError(readOnly),
    (error: Error) =>
      error instanceof StartupError && /^The database takes no writes: .*primary/.test(error.message),
  );
});

test('a machine that hides its addresses is reported in its own sentence', () => {
  assert.throws(
    () => asOpeningError(new OwnAddressesUnknown('Add AF_NETLINK.')),
    (error: Error) => error instanceof StartupError && error.message === 'Add AF_NETLINK.',
  );
});
