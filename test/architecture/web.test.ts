import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Import, importsOf } from './imports.ts';
import { root } from './sources.ts';

const files = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.d.ts'));

const libraries = /^(preact|preact\/hooks|preact-iso\/(router|lazy)|@preact\/signals|uplot(\/.*)?)$/;

/** The pages know the service by its API and its way to write CSV only, and the two apps don't know each other. */
function mayImport(from: string, { kind, target }: Import): boolean {
  if (kind === 'package') return libraries.test(target);
  const ownApp = from.split('/').slice(0, 2).join('/');
  return [`${ownApp}/`, 'web/shared/', 'clients/typescript/src/', 'src/core/answers/csv-text.ts'].some(
    (folder) => target.startsWith(folder),
  );
}

test('pages import the client, what they share, and libraries for pages', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((to) => !mayImport(file, to))
      .map(({ target }) => `${file} imports ${target}`),
  );
  assert.deepEqual(wrong, []);
});

test('the library for charts is loaded by charts alone', () => {
  const users = files.filter((file) => importsOf(file).some(({ target }) => target === 'uplot'));
  assert.deepEqual(users, ['web/shared/draw-chart.ts']);
  const loaders = files.flatMap((file) =>
    importsOf(file)
      .filter(({ target, typeOnly }) => target === 'web/shared/drawn-chart.tsx' && !typeOnly)
      .map(({ isLazy }) => ({ file, isLazy })),
  );
  assert.deepEqual(loaders, [{ file: 'web/shared/chart.tsx', isLazy: true }]);
});

test('every view is a line of its routes, and loaded when it is shown', () => {
  for (const app of ['app', 'console']) {
    const imports = importsOf(`web/${app}/routes.ts`).filter(({ target }) => target.includes('/views/'));
    assert.deepEqual(
      imports.filter(({ isLazy }) => !isLazy),
      [],
    );
    // A view in several files has a folder, whose other files are its parts.
    const views = globSync(`web/${app}/views/*.tsx`, { cwd: root }).filter(
      (file) => !imports.some(({ target }) => target === file),
    );
    assert.deepEqual(views, [], 'no route shows them');
  }
});

test('no file of the pages is longer than 300 lines, and the median has at most 60', () => {
  const lines = files
    .map((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1)
    .sort((one, other) => one - other);
  assert.ok(lines.at(-1)! <= 300 && lines[Math.floor(lines.length / 2)]! <= 60, `${lines}`);
});
