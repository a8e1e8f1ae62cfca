import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';

/** A reader that has answered about what is no spreadsheet. */
async function answered(): Promise<ChildProcess> {
  const reader = fork(join(import.meta.dirname, 'sheet-reader.ts'), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  reader.send({ bytes: Buffer.from('PK nothing'), textBytesMax: 1000 });
  const [answer] = await once(reader, 'message');
  assert.equal(answer.refused.reason, 'not_text');
  return reader;
}

test('a reader waits until it is stopped, since its end could be noticed before its last answer', async () => {
  const first = await answered();
  // Starting another one takes longer than an end would.
  const second = await answered();
  assert.equal(first.exitCode, null);
  for (const reader of [first, second]) {
    const ended = once(reader, 'exit');
    reader.kill('SIGKILL');
    await ended;
  }
});
