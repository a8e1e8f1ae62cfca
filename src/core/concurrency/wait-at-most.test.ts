import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { waitAtMost } from './wait-at-most.ts';

const run = promisify(execFile);
const never = new Promise(() => {});

test('work that ends is waited for, and what it throws is thrown', async () => {
  await waitAtMost(60_000, Promise.resolve());
  await assert.rejects(waitAtMost(60_000, Promise.reject(new Error('it failed'))), /it failed/);
});

test('work that does not end is waited for no longer than told', async () => {
  await waitAtMost(1, never);
});

test('a process that has nothing else to do lives until the time is up, and not longer than the work', async () => {
  const wait = import.meta.resolve('./wait-at-most.ts');
  const program = (work: string) => [
    '--input-type=module',
    '-e',
    `import { waitAtMost } from '${wait}'; await waitAtMost(${work}); console.log('waited');`,
  ];
  for (const work of ['1, new Promise(() => {})', '600_000, Promise.resolve()']) {
    const { stdout } = await run(process.execPath, program(work));
    assert.equal(stdout, 'waited\n');
  }
});
