import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bugs, plant } from './bugs.ts';

test('there are 40 planted bugs, and each has its place', () => {
  assert.equal(bugs.length, 40);
  assert.equal(new Set(bugs.map(({ name }) => name)).size, 40);
  for (const bug of bugs) {
    const right = readFileSync(join(import.meta.dirname, '../../../src', bug.file), 'utf8');
    assert.notEqual(plant(bug, right), right);
  }
});
