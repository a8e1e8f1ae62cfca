/** `npm run new:operation credits.gift-credits` writes an operation's file, its test, its sample and its line in the domain's manifest. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [domainId, verb] = /^([a-z][a-z-]*)\.([a-z][a-z-]*)$/.exec(process.argv[2] ?? '')?.slice(1) ?? [];
if (!domainId || !verb) refuse('Name the operation as domain.verb-and-noun, e.g. credits.gift-credits');

const root = join(import.meta.dirname, '..');
const folder = join(root, 'src/domains', domainId);
const name = inCamelCase(verb);
const file = join(folder, `${verb}.ts`);
const testFile = join(folder, `${verb}.test.ts`);
const sampleFile = join(folder, `${verb}.sample.ts`);
const manifest = join(folder, 'manifest.ts');
for (const written of [file, testFile, sampleFile])
  if (existsSync(written)) refuse(`${written} already exists`);
const isNew = !existsSync(manifest);
const manifestText = isNew ? newManifest() : extendedManifest();

mkdirSync(folder, { recursive: true });
writeFileSync(
  file,
  `import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';

export const ${name} = operation({
  id: '${domainId}.${verb}',
  summary: 'Say in a few words what it does',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/${verb}')],
  input: Type.Object({}),
  output: Type.Object({}),
  errors: [],

  async run() {
    return {};
  },
});
`,
);
writeFileSync(
  testFile,
  `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '#test/support/service.ts';

test('${domainId}.${verb} answers an operator', async () => {
  await using service = await testService();

  const response = await service.admin('GET', '/api/v1/admin/${verb}');

  assert.equal(response.statusCode, 200);
});
`,
);
writeFileSync(
  sampleFile,
  `import { sample } from '#test/samples/sample.ts';

export default sample({ input: {} });
`,
);
writeFileSync(manifest, manifestText);
sortImports();
console.log(`Wrote ${file}, its test, its sample, and its line in ${manifest}.`);
if (isNew) console.log(`${manifest} is new. Add the domain to src/manifest.ts.`);

function newManifest(): string {
  return `import { domain } from '#core/domain.ts';
import { ${name} } from './${verb}.ts';

export const ${inCamelCase(domainId!)} = domain({ id: '${domainId}', operations: [${name}] });
`;
}

function extendedManifest(): string {
  const text = readFileSync(manifest, 'utf8');
  if (!text.includes('operations: [')) refuse(`${manifest} has no list of operations. Add ${name} by hand`);
  const listed = text.replace('operations: [', `operations: [${name}, `).replace(', ]', ']');
  const last = [...listed.matchAll(/^import [^;]*;\n/gm)].at(-1);
  const afterImport = last ? last.index + last[0].length : 0;
  return `${listed.slice(0, afterImport)}import { ${name} } from './${verb}.ts';\n${listed.slice(afterImport)}`;
}

/** The formatter decides the order of the new import and name, and their line breaks. */
function sortImports(): void {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { status } = spawnSync(
    process.execPath,
    [biome, 'check', '--write', '--log-level=error', file, testFile, sampleFile, manifest],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status !== 0) console.log('The formatter reported a problem. Run `npm run format` to see it.');
}

function inCamelCase(words: string): string {
  return words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}
