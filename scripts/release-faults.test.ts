import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import frozen from '../migrations/frozen.json' with { type: 'json' };
import {
  contractFaults,
  filesOfMigrations,
  frozenWith,
  migrationFaults,
  oldestReleases,
  releaseFaults,
} from './release-faults.ts';

const root = join(import.meta.dirname, '..');

test('released migrations are as they were released', async () => {
  assert.deepEqual(migrationFaults(frozen, await filesOfMigrations(root)), []);
});

const released = { '1.0.0': { '0001_one.sql': 'a', '0002_two.sql': 'b' } };
const asReleased = { '0001_one.sql': 'a', '0002_two.sql': 'b' };

for (const [what, files, fault] of [
  ['changed', { ...asReleased, '0002_two.sql': 'c' }, /^0002_two\.sql is released and was changed/],
  ['missing', { '0002_two.sql': 'b' }, /^0001_one\.sql is released and is missing/],
  [
    'overtaken',
    { ...asReleased, '0001_other.sql': 'd' },
    /^0001_other\.sql is new and sorts before 0002_two\.sql/,
  ],
] as const)
  test(`a released migration that is ${what} is a fault`, () => {
    const faults = migrationFaults(released, files);
    assert.equal(faults.length, 1);
    assert.match(faults[0]!, fault);
  });

test('a new migration is frozen by its release, and is a fault of a release that does not have it', () => {
  const files = { ...asReleased, '0003_three.sql': 'c' };
  assert.deepEqual(migrationFaults(released, files), []);
  assert.match(
    migrationFaults(released, files, { isReleased: true }).join(),
    /^0003_three\.sql would be new/,
  );
  const next = frozenWith(released, files, '1.1.0');
  assert.deepEqual(next, { ...released, '1.1.0': { '0003_three.sql': 'c' } });
  assert.deepEqual(migrationFaults(next, files, { isReleased: true }), []);
  assert.equal(frozenWith(next, files, '1.2.0'), next);
});

test('a migration after which the release before no longer runs is a fault of its release', async () => {
  const added = { '0003_three.sql': '1.1.0' };
  assert.match(
    contractFaults(released, added).join(),
    /^0003_three\.sql needs 1\.1\.0 .* 1\.0\.0 is the release before/,
  );
  assert.deepEqual(contractFaults({ ...released, '1.1.0': {} }, added), []);
  assert.deepEqual(contractFaults({ '1.0.0': { '0003_three.sql': 'c' } }, added), []);
  assert.deepEqual(contractFaults(frozen, await oldestReleases(root)), []);
});

const ready = {
  version: '1.1.0',
  changelog:
    '# Changelog\n\n## 1.1.0 - 2026-11-27\n\n### Upgrading\n\nNothing to do.\n\n## 1.0.0 - 2026-01-01\n\n### Added\n',
  changes: '',
  tags: ['v1.0.0'],
  dumps: ['1.0.0', '1.1.0'],
};

test('a clean commit with its own section of the changelog can be released', () => {
  assert.deepEqual(releaseFaults(ready), []);
});

for (const [what, change, fault] of [
  ['without its dump', { dumps: ['1.0.0'] }, /^test\/upgrades\/1\.1\.0\.sql\.zst is missing/],
  ['with changes', { changes: ' M README.md' }, /^There are changes without a commit/],
  ['that is tagged', { tags: ['v1.1.0'] }, /^v1\.1\.0 is tagged already/],
  [
    'without its section',
    { version: '1.2.0', dumps: ['1.2.0'] },
    /^CHANGELOG\.md has no section "## 1\.2\.0 - YYYY-MM-DD"/,
  ],
  ['without a day', { changelog: '## 1.1.0 - soon\n' }, /^CHANGELOG\.md has no section/],
  [
    'that says nothing about upgrading',
    { version: '1.0.0', tags: [] },
    /nothing under "### Upgrading" of 1\.0\.0/,
  ],
] as const)
  test(`a state ${what} can’t be released`, () => {
    const faults = releaseFaults({ ...ready, ...change });
    assert.equal(faults.length, 1);
    assert.match(faults[0]!, fault);
  });

test('the changelog has a section for the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  assert.deepEqual(releaseFaults({ version, changelog, changes: '', tags: [], dumps: [version] }), []);
});
