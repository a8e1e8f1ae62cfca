import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

for (const app of ['app', 'console']) {
  test(`every view in the navigation of /${app} has a letter of its own`, () => {
    const text = readFileSync(join(import.meta.dirname, `../../web/${app}/routes.ts`), 'utf8');
    const lines = text.split(/^ {2}\{/m).filter((line) => /\bnav: /.test(line));
    const letters = lines.map((line) => /\bkey: '([a-z])'/.exec(line)?.[1] ?? line);
    assert.ok(lines.length > 5);
    assert.deepEqual(
      letters.filter((letter) => letter.length > 1),
      [],
    );
    assert.equal(new Set(letters).size, letters.length, letters.join(' '));
  });
}
