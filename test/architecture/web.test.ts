import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { type Import, importsOf } from './imports.ts';
import { root } from './sources.ts';

const files = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.d.ts'));

const libraries = /^(preact|preact\/hooks|preact-iso\/(router|lazy)|@preact\/signals|uplot(\/.*)?)$/;

/** The pages know the service by its API and its way to write CSV only, and the two apps don't know each other. */
function mayImport(from: string, { kind, target }: Import): boolean {
  if (kind === 'package') return libraries.test(target);
  const ownApp = from.split('/').slice(0, 2).join('/');
  return [`${ownApp}/`, 'web/shared/', 'clients/typescript/src/', 'src/core/csv-text.ts'].some((folder) =>
    target.startsWith(folder),
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
  assert.deepEqual(users, ['web/shared/charts/draw-chart.ts']);
  const loaders = files.flatMap((file) =>
    importsOf(file)
      .filter(({ target, typeOnly }) => target === 'web/shared/charts/drawn-chart.tsx' && !typeOnly)
      .map(({ isLazy }) => ({ file, isLazy })),
  );
  assert.deepEqual(loaders, [{ file: 'web/shared/charts/chart.tsx', isLazy: true }]);
});

test('every view is a line of its routes, and loaded when it is shown', () => {
  for (const app of ['app', 'console']) {
    const imports = importsOf(`web/${app}/routes.ts`).filter(({ target }) => target.includes('/views/'));
    assert.deepEqual(
      imports.filter(({ isLazy }) => !isLazy),
      [],
    );
    const views = imports.map(({ target }) => target);
    const outside = views.filter((view) => !/^web\/\w+\/views\/[\w-]+\/(?:[\w-]+\/)?[\w-]+\.tsx$/.test(view));
    assert.deepEqual(outside, [], 'a view is in the folder of its part of the app');
    const parts = files.flatMap((file) => (file.includes('/views/') ? importsOf(file) : []));
    const pages = files.filter(
      (file) =>
        file.startsWith(`web/${app}/views/`) &&
        /^export default /m.test(readFileSync(join(root, file), 'utf8')) &&
        !parts.some(({ target, isLazy }) => isLazy && target === file),
    );
    assert.deepEqual(pages.sort(), views.sort());
  }
});

test('a folder of the pages has at most 15 files, none beside it has its name, and hooks are named as their files', () => {
  const all = globSync('web/**/*.*', { cwd: root }).filter((file) => file.includes('/', 4));
  for (const folder of new Set(all.map(dirname))) {
    assert.ok(all.filter((file) => dirname(file) === folder).length <= 15, folder);
    assert.deepEqual(
      all.filter((file) => file.startsWith(`${folder}.`)),
      [],
      folder,
    );
    if (folder.endsWith('/views'))
      assert.deepEqual(
        all.filter((file) => dirname(file) === folder),
        [],
        folder,
      );
  }
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const hooks = [...text.matchAll(/^export (?:const|function) (use[A-Z]\w*)/gm)].map(([, name]) => name!);
    const named = hooks.map(
      (name) => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`,
    );
    assert.deepEqual(named, named.length === 0 ? [] : [basename(file)]);
    assert.doesNotMatch(text, /'\.\.\//, `${file}: another folder is #web/…`);
  }
});

test('no file of the pages is longer than 300 lines, and the median has at most 60', () => {
  const lines = files
    .map((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1)
    .sort((one, other) => one - other);
  assert.ok(lines.at(-1)! <= 300 && lines[Math.floor(lines.length / 2)]! <= 60, `${lines}`);
});
