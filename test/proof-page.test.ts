/** docs/proof.md has a row for each guarantee of the README, and its commands exist. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { anchorOf, headingsOf } from '../scripts/asvs-page.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const page = read('docs/proof.md');
const rows = page
  .split('\n')
  .filter((line) => /^\| (?!Claim)/.test(line))
  .map(
    (line) =>
      line.slice(2, -2).split(' | ') as [claim: string, command: string, result: string, date: string],
  );

test('each guarantee of the README links to its rows', () => {
  const [, guarantees = ''] = /## Guarantees\n([\s\S]*?)\n## /.exec(read('README.md')) ?? [];
  const claims = guarantees.split(/^- /m).slice(1);
  assert.ok(claims.length > 0);
  const anchors = new Set(headingsOf('docs/proof.md').map(anchorOf));
  for (const claim of claims) {
    const [, anchor] = /docs\/proof\.md#([\w-]+)/.exec(claim) ?? [];
    assert.ok(anchor && anchors.has(anchor), claim);
  }
});

test('each row has a command that exists, a result and a date', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  assert.ok(rows.length > 0);
  for (const [claim, command, result, date] of rows) {
    assert.match(date, /^\d{4}-\d\d-\d\d$/, claim);
    assert.ok(result.length > 0, claim);
    const [, named] = /^`npm (?:run )?([\w:-]+)/.exec(command) ?? [];
    if (named) assert.ok(scripts[named], command);
    else assert.equal(command, 'the same run');
    const [, files] = /^`npm test -- ([\w/]+)`$/.exec(command) ?? [];
    if (files)
      assert.ok(
        globSync('{src,test}/**/*.test.ts', { cwd: root }).some((file) => file.includes(files)),
        command,
      );
  }
});
