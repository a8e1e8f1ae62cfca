import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programFailure } from './run-program.ts';

const folder = '/srv/contactry/postgresql';

test('a full disk is one sentence, however much the program printed', () => {
  const printed = `creating subdirectories ... ok\nFATAL:  could not write to file "base/4/3085": No space left on device\n`;
  const { message } = programFailure('initdb failed', folder, printed);
  assert.match(message, /^The disk of \/srv\/contactry\/postgresql is full\. Free some space/);
  assert.ok(!message.includes('\n'));
});

test('any other failure shows what the program printed', () => {
  const { message } = programFailure('initdb failed', folder, 'initdb: error: no such locale\n');
  assert.equal(message, `initdb failed in ${folder}: initdb: error: no such locale`);
});
