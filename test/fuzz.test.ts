import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFuzz } from './fuzz/run-fuzz.ts';

test('whatever is sent, every answer is a declared one, in its declared shape', async () => {
  const told: string[] = [];
  const { failed } = await runFuzz({ seed: 1, requests: 500, tell: (text) => told.push(text) });
  assert.equal(failed, 0, told.join('\n'));
});
