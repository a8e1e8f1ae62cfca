import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inherited } from '../inherited.ts';

const folder = mkdtempSync(join(tmpdir(), 'contactry-group-'));
after(() => rmSync(folder, { recursive: true }));

const script = `
import { PassThrough } from 'node:stream';
import { spec } from 'node:test/reporters';
import { runGroup } from ${JSON.stringify(import.meta.resolve('./run-group.ts'))};
const report = new PassThrough({ objectMode: true });
report.pipe(new spec()).pipe(process.stderr);
const interruption = new AbortController().signal;
const outcome = await runGroup(process.argv.slice(2), { root: process.cwd(), interruption, report });
report.end();
console.log(JSON.stringify(outcome));`;

writeFileSync(join(folder, 'script.mjs'), script);

const texts = {
  'good.test.mjs': `test('fine', () => {}); suite('more', () => { test('fine too', () => {}); test('left', { skip: true }); });`,
  'bad.test.mjs': `test('fine', () => {}); test('wrong', () => { throw new Error('wrong'); });`,
  'silent.test.mjs': '',
  'unreadable.test.mjs': `throw new Error('at the top');`,
  'leaving.test.mjs': `test('fine', () => {}); test('leaves', () => process.exit(0)); test('never', () => {});`,
  'late.test.mjs': `test('fine', () => { setTimeout(() => { throw new Error('late'); }, 50); });`,
};
for (const [name, text] of Object.entries(texts)) {
  writeFileSync(join(folder, name), `import { suite, test } from 'node:test';\n${text}`);
}

/** Outside of this test run: Node runs no test files inside of test files. */
function outcomeOf(...files: (keyof typeof texts)[]) {
  const { stdout, stderr } = spawnSync(process.execPath, ['script.mjs', ...files], {
    cwd: folder,
    env: inherited(),
    encoding: 'utf8',
  });
  assert.notEqual(stdout, '', stderr);
  return { ...JSON.parse(stdout), shown: stderr };
}

test('files in one process are counted one by one, and a file without a test has failed', () => {
  const { counts, left, shown } = outcomeOf(
    'good.test.mjs',
    'bad.test.mjs',
    'silent.test.mjs',
    'unreadable.test.mjs',
  );
  assert.deepEqual(counts, { passed: 3, failed: 3, skipped: 1 });
  assert.deepEqual(left, []);
  for (const told of ['✖ bad.test.mjs', '✖ silent.test.mjs', 'The file has no test', 'at the top'])
    assert.ok(shown.includes(told), shown);
});

test('a file that ends the process has failed, and those after it are left to run', () => {
  const { counts, left, shown } = outcomeOf('good.test.mjs', 'leaving.test.mjs', 'bad.test.mjs');
  assert.equal(counts.failed, 1);
  assert.deepEqual(left, ['bad.test.mjs']);
  assert.match(shown, /✖ leaving\.test\.mjs/);
});

test('an error after the last test is a failure', () => {
  const { counts, shown } = outcomeOf('late.test.mjs');
  assert.deepEqual(counts, { passed: 1, failed: 1, skipped: 0 });
  assert.match(shown, /late/);
});
