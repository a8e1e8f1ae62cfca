import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooFastIn } from './growth.ts';
import { inputGroups } from './input-groups.ts';

for (const group of inputGroups) {
  test(`the cost of reading ${group.name} grows no faster than the body or the query`, async () => {
    assert.deepEqual(await tooFastIn(group), []);
  });
}
