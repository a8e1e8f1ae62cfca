import assert from 'node:assert/strict';
import { test } from 'node:test';
import packageLock from '../package-lock.json' with { type: 'json' };
import lockDates from './lock-dates.json' with { type: 'json' };
import { ageFaults, datesWith, lockedVersions } from './lock-dates.ts';

const lock = {
  '': { version: '1.0.0' },
  'node_modules/one': { version: '1.2.0' },
  'node_modules/one/node_modules/@some/two': { version: '3.0.0' },
  'node_modules/other-name': { name: 'three', version: '4.0.0' },
  'node_modules/client': { link: true },
};
const now = new Date('2026-11-27T00:00:00Z');
const old = { '@some/two@3.0.0': '2026-01-01', 'three@4.0.0': '2026-01-01' };

test('every locked version was public for seven days, and the file lists no others', () => {
  assert.deepEqual(ageFaults(packageLock.packages, lockDates), []);
  assert.deepEqual(Object.keys(lockDates), lockedVersions(packageLock.packages));
});

test('a version is accepted seven days after it was published', () => {
  assert.deepEqual(ageFaults(lock, { ...old, 'one@1.2.0': '2026-11-20' }, now), []);
  const [fault] = ageFaults(lock, { ...old, 'one@1.2.0': '2026-11-21' }, now);
  assert.match(fault!, /^one@1\.2\.0 was published on 2026-11-21\. Lock it from 2026-11-28 on/);
});

test('a reason lets a version in early', () => {
  assert.deepEqual(
    ageFaults(lock, { ...old, 'one@1.2.0': '2026-11-26: fixes GHSA-0000-0000-0000' }, now),
    [],
  );
});

test('a version without a day, or with text in its place, is refused', () => {
  for (const dates of [old, { ...old, 'one@1.2.0': 'yesterday' }])
    assert.deepEqual(ageFaults(lock, dates, now), [
      'one@1.2.0 has no day in scripts/lock-dates.json. Run `npm run lock:dates`.',
    ]);
});

test('only new versions are looked up, and versions that left the lock are dropped', () => {
  const asked: string[] = [];
  const dates = datesWith(lock, { ...old, 'gone@1.0.0': '2026-01-01' }, (version) => {
    asked.push(version);
    return '2026-11-27';
  });
  assert.deepEqual(asked, ['one@1.2.0']);
  assert.deepEqual(dates, {
    '@some/two@3.0.0': '2026-01-01',
    'one@1.2.0': '2026-11-27',
    'three@4.0.0': '2026-01-01',
  });
});
