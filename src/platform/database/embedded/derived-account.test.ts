import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveId } from './derived-account.ts';

const free = { taken: new Set<number>(), highIsMapped: true };
const [highest, lowest] = [0x7bff_ffff, 0x7800_0000];

test('a folder has one id, and another folder another', () => {
  const ids = ['/srv/one', '/srv/one', '/srv/two'].map((folder) => deriveId(folder, free));
  assert.equal(ids[0], ids[1]);
  assert.notEqual(ids[0], ids[2]);
  for (const id of ids) assert.ok(id >= lowest && id <= highest, String(id));
});

test('an id that an account or a group has is passed over', () => {
  const id = deriveId('/srv/one', free);
  assert.equal(deriveId('/srv/one', { ...free, taken: new Set([id, id + 1]) }), id + 2);
});

test('where the machine knows small numbers alone the id is a small one', () => {
  const id = deriveId('/srv/one', { ...free, highIsMapped: false });
  assert.ok(id >= 30_000 && id < 60_000, String(id));
});
