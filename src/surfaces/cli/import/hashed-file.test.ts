import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hashFile } from './hashed-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'contactry-hashed-'));
after(() => rm(folder, { recursive: true }));

for (const [text, lines] of [
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\r\nb', 2],
  ['a\n\n', 2],
  ['a\rb\r', 2],
  [`${'x'.repeat(1024 * 1024 - 1)}\r\nb`, 2],
  ['x\n'.repeat(1_000_000), 1_000_000],
] as const) {
  test(`lines are counted like the service does: ${lines} in ${text.length} bytes`, async () => {
    const path = join(folder, 'file.csv');
    await writeFile(path, text);
    const file = await hashFile(path);
    assert.deepEqual([file.lines, file.bytes], [lines, text.length]);
  });
}

test('what can be read only once is refused before it is read, and the way around is named', async () => {
  const path = process.platform === 'win32' ? '\\\\.\\nul' : '/dev/null';
  await assert.rejects(hashFile(path), /is not a regular file.*contactry import -/);
});
