import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { openApiDocument } from '#surfaces/http/openapi/openapi.ts';
import type { ApiDocument } from '../../scripts/clients/document.ts';
import { formFields } from '../../scripts/form-fields.ts';
import { type Import, importsOf } from './imports.ts';
import { root } from './sources.ts';

const files = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.d.ts'));

const libraries =
  /^(preact|preact\/hooks|preact-render-to-string|preact-iso\/(router|lazy)|@preact\/signals|uplot(\/.*)?|libphonenumber-js\/min)$/;

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
  assert.deepEqual(users, ['web/shared/charts/draw-chart.ts']);
  const loaders = files.flatMap((file) =>
    importsOf(file)
      .filter(({ target, typeOnly }) => target === 'web/shared/charts/drawn-chart.tsx' && !typeOnly)
      .map(({ isLazy }) => ({ file, isLazy })),
  );
  assert.deepEqual(loaders, [{ file: 'web/shared/charts/chart.tsx', isLazy: true }]);
});

test('numbering plans are loaded when the first phone number is shown', () => {
  const users = files.flatMap((file) =>
    importsOf(file)
      .filter(({ target }) => target === 'libphonenumber-js/min')
      .map(({ isLazy }) => ({ file, isLazy })),
  );
  assert.deepEqual(users, [{ file: 'web/shared/values/phone-text.tsx', isLazy: true }]);
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

/** Fields whose text becomes several members, or whose name is only known when the page runs. */
const ownFields = [
  'web/app/views/bounces/report-form.tsx emails',
  'web/app/views/jobs/new-job/choose-file.tsx links',
  'web/app/views/onboarding/profile-fields.tsx …',
  'web/app/views/usage/usage-filters.tsx end',
  'web/app/views/usage/usage-filters.tsx start',
  'web/console/views/account/contract.tsx rupees',
  'web/console/views/gst/business.tsx address_lines',
  'web/console/views/payments/refunds.tsx rupees',
  'web/console/views/prices/entry-dialog.tsx rupees',
  'web/console/views/privacy/add-suppressions.tsx lines',
  'web/console/views/settings/setting-field.tsx …',
  'web/console/views/settings/setting-field.tsx …',
  'web/shared/keyboard/palette.tsx …',
  'web/shared/saved-views/save-view.tsx name',
];

test('a field is a member of the operation that its form calls, and repeats none of its limits', () => {
  const fields = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/<Field\b[\s\S]*?\/>/g)].map(([field]) => ({ file, field }));
  });
  const limited = fields.filter(({ field }) => /\b(?:min|max|maxLength)=(?:\{[\d_.e]+\}|")/.test(field));
  assert.deepEqual(limited, []);
  const others = fields
    .filter(({ field }) => !/\{\.\.\.[a-z]\w+\.\w+\}/.test(field))
    .map(({ file, field }) => `${file} ${/\bname="(\w+)"/.exec(field)?.[1] ?? '…'}`);
  assert.deepEqual(others.sort(), ownFields);
  assert.ok(fields.length > 5 * others.length);
});

const openApi = openApiDocument(manifest, 'http://127.0.0.1:8080') as unknown as ApiDocument;

test('the limits of forms are those of the operations', () => {
  const generated = join(root, 'web/shared/forms/fields.generated.ts');
  assert.equal(readFileSync(generated, 'utf8'), formFields(openApi, root), 'run `npm run generate`');
});

test('every reason may be as long as the field that all of them share', () => {
  const reasons = Object.values(openApi.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody }) => {
      const given = requestBody?.content['application/json']?.schema;
      const body = given?.$ref ? openApi.components.schemas[given.$ref.split('/').at(-1)!] : given;
      return body?.properties?.reason ? [body.properties.reason] : [];
    });
  assert.ok(reasons.length > 10);
  for (const { anyOf, ...own } of reasons) {
    const { maxLength } = anyOf?.find(({ type }) => type === 'string') ?? own;
    assert.equal(maxLength, 500);
  }
});

test('each class has a style, in its own app or in what both share', () => {
  const namesIn = (folder: string) =>
    globSync(`web/${folder}/**/*.css`, { cwd: root }).flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/\.([a-z][\w-]*)/g),
    ]);
  const unstyled = files.flatMap((file) => {
    const styled = new Set([...namesIn(file.split('/')[1]!), ...namesIn('shared')].map(([, name]) => name));
    const used = [...readFileSync(join(root, file), 'utf8').matchAll(/\bclass="([^"]+)"/g)];
    return used
      .flatMap(([, names]) => names!.split(' '))
      .filter((name) => !styled.has(name))
      .map((name) => `${file}: ${name}`);
  });
  assert.deepEqual(unstyled, []);
});
