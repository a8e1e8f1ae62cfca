import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooFastIn } from './growth.ts';
import { parserGroups } from './parser-groups.ts';

for (const group of parserGroups) {
  test(`the cost of reading ${group.name} grows no faster than the text`, async () => {
    assert.deepEqual(await tooFastIn(group), []);
  });
}
