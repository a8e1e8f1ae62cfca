import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveId } from './account.ts';

const free = { taken: new Set<number>(), highIsMapped: true };
const [highest, lowest] = [0x7bff_ffff, 0x7800_0000];

test('a folder always gets the same id, and another folder another', () => {
  const ids = ['/srv/one', '/srv/one', '/srv/two'].map((folder) => deriveId(folder, free));
  assert.equal(ids[0], ids[1]);
  assert.notEqual(ids[0], ids[2]);
  for (const id of ids) assert.ok(id >= lowest && id <= highest, String(id));
});

test('an id that an account or a group already has is skipped', () => {
  const id = deriveId('/srv/one', free);
  assert.equal(deriveId('/srv/one', { ...free, taken: new Set([id, id + 1]) }), id + 2);
});

test('on a machine that maps only small ids, the id is small', () => {
  const id = deriveId('/srv/one', { ...free, highIsMapped: false });
  assert.ok(id >= 30_000 && id < 60_000, String(id));
});
