import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const project = join(import.meta.dirname, '..');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: project }).map((path) => join(project, path));

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '');
const anchorsIn = (file: string): string[] =>
  [...withoutCode(readFileSync(file, 'utf8')).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
    anchorOf(heading!),
  );

/** The targets of Markdown's links and pictures, and of `<img>` and `<a>`. */
const targetsIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)|<(?:img|a) [^>]*?(?:src|href)="([^"]+)"/g)].map(
    ([, target, attribute]) => (target ?? attribute)!,
  );

test('every link and picture of the documents leads to a file and a heading that exist', () => {
  assert.ok(pages.length > 20);
  const broken: string[] = [];
  for (const page of pages) {
    for (const target of targetsIn(withoutCode(readFileSync(page, 'utf8')))) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      const isThere = globSync(relative(project, file) || '.', { cwd: project }).length > 0;
      const isWhole = isThere && (anchor === undefined || anchorsIn(file).includes(anchor));
      if (!isWhole) broken.push(`${relative(project, page)}: ${target}`);
    }
  }
  assert.deepEqual(broken, []);
});
