import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { test } from 'node:test';
import { importsOf } from './imports.ts';
import { root } from './sources.ts';

/** Lists of the files that one reads to follow something through the code: a page, its heading, and how long the list may be. */
const lists = [
  { page: 'docs/decisions/fast-path.md', heading: 'From the door to the statement', filesMax: 15 },
  { page: 'docs/decisions/payments.md', heading: 'From the checkout to the credits', filesMax: 30 },
  { page: 'docs/decisions/jobs.md', heading: 'From the request to its results', filesMax: 25 },
];

for (const { page, heading, filesMax } of lists) {
  const section = readFileSync(join(root, page), 'utf8').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const files = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file]) => file!);

  test(`“${heading}” lists at most ${filesMax} files`, () => {
    assert.ok(files.length > 1 && files.length <= filesMax, `${files.length} files in ${page}`);
  });

  test(`each file under “${heading}” is imported or called by one before it`, () => {
    const strays = files
      .slice(1)
      .filter((file, at) => !files.slice(0, at + 1).some((from) => leadsTo(from, file)));
    assert.deepEqual(strays, []);
  });
}

/** By an import, or by its name: a port's or an SQL function's. */
function leadsTo(from: string, file: string): boolean {
  const name = basename(file, extname(file));
  const imports = extname(from) === '.ts' ? importsOf(from) : [];
  return (
    imports.some(({ target }) => target === file) ||
    new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, from), 'utf8'))
  );
}
