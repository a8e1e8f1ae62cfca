/** The package as npm would publish it, installed in another project. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { ModuleKind, ModuleResolutionKind, Project, ScriptTarget } from 'ts-morph';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let folder: string;
let tarball: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contactry-client-'));
  const built = join(folder, 'built');
  await run(process.execPath, [join(root, 'scripts/build-client.ts'), built]);
  // On Windows, npm is a shell script.
  const inFolder = { cwd: folder, shell: process.platform === 'win32' };
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts', './built'], inFolder);
  tarball = join(folder, stdout.trim());
  await run('tar', ['-xzf', tarball], { cwd: folder });
  await mkdir(join(folder, 'node_modules'));
  await rename(join(folder, 'package'), join(folder, 'node_modules/contactry'));
  await cp(join(import.meta.dirname, 'consumer'), folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
});
after(() => rm(folder, { recursive: true }));

test('publint finds nothing in what would be published', async () => {
  const packageJson = JSON.parse(await readFile(join(folder, 'node_modules/contactry/package.json'), 'utf8'));
  const bytes = await readFile(tarball);
  const { messages } = await publint({
    pack: { tarball: new Uint8Array(bytes).buffer },
    level: 'suggestion',
  });

  assert.deepEqual(
    messages.map((message) => formatMessage(message, packageJson)),
    [],
  );
  assert.equal(packageJson.dependencies, undefined);
});

/** Compiles as strictly as one can, the declarations of the package too. */
async function compile(options: Record<string, unknown>, files: string[]): Promise<void> {
  const compilerOptions = {
    ...options,
    target: 'es2022',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    typeRoots: [join(root, 'node_modules/@types')],
  };
  const project = join(folder, `tsconfig.${options.module}.json`);
  await writeFile(project, JSON.stringify({ compilerOptions, files }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', project]).catch(({ stdout }) => assert.fail(stdout));
}

test('a strict consumer and the programs of the README compile in Node.js, without the DOM', async () => {
  const readme = await readFile(join(root, 'clients/typescript/README.md'), 'utf8');
  const [opening, ...programs] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, text]) => text!);
  assert.ok(programs.length >= 8);
  const files = programs.map((_, at) => `readme-${at}.ts`);
  for (const [at, file] of files.entries()) await writeFile(join(folder, file), opening! + programs[at]);

  await compile({ module: 'nodenext', lib: ['es2024'], types: ['node'] }, ['uses.ts', ...files]);
});

test('a strict consumer compiles for a bundler and a browser, without the types of Node.js', () =>
  compile({ module: 'preserve', moduleResolution: 'bundler', lib: ['es2024', 'dom'], types: [] }, [
    'uses.ts',
  ]));

/** ts-morph brings TypeScript 5.9. Version 7 no longer has node10. */
const resolutions = {
  node10: { module: ModuleKind.CommonJS, moduleResolution: ModuleResolutionKind.Node10 },
  node16: { module: ModuleKind.Node16, moduleResolution: ModuleResolutionKind.Node16 },
  bundler: { module: ModuleKind.Preserve, moduleResolution: ModuleResolutionKind.Bundler },
};

for (const [name, resolution] of Object.entries(resolutions)) {
  test(`a small program compiles with TypeScript 5.9 and moduleResolution ${name}`, () => {
    const compilerOptions = {
      ...resolution,
      target: ScriptTarget.ES2022,
      lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
      strict: true,
      types: [],
    };
    const project = new Project({ compilerOptions });
    project.addSourceFileAtPath(join(folder, 'small.ts'));
    const found = project.getPreEmitDiagnostics();
    assert.equal(project.formatDiagnosticsWithColorAndContext(found), '');
    const mistaken = project.createSourceFile(
      join(folder, 'mistaken.ts'),
      "import { Client } from 'contactry';\nnew Client({ baseUrl: '' }).find({ profile: '' });",
    );
    // Without types, anything would compile.
    assert.equal(mistaken.getPreEmitDiagnostics().length, 1);
  });
}

test('the package runs where it is installed', async () => {
  await run(process.execPath, [join(folder, 'uses.ts')], { cwd: folder });
});
