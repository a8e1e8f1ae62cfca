/** `npm run new:operation credits.grant-credits` writes the operation's file, its test and the line in its domain's manifest. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [domainId, verb] = /^([a-z][a-z-]*)\.([a-z][a-z-]*)$/.exec(process.argv[2] ?? '')?.slice(1) ?? [];
if (!domainId || !verb) refuse('Name the operation as domain.verb-and-noun, e.g. credits.grant-credits');

const root = join(import.meta.dirname, '..');
const folder = join(root, 'src/domains', domainId);
const name = verb.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const file = join(folder, `${verb}.ts`);
if (existsSync(file)) refuse(`${file} exists already`);

mkdirSync(folder, { recursive: true });
writeFileSync(
  file,
  `import Type from 'typebox';
import { admin } from '#core/access.ts';
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
  join(folder, `${verb}.test.ts`),
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
addToManifest();
console.log(`Written: ${file}, its test, and its line in the manifest.`);

function addToManifest(): void {
  const manifest = join(folder, 'index.ts');
  const importLine = `import { ${name} } from './${verb}.ts';\n`;
  if (!existsSync(manifest)) {
    const domainName = domainId!.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    writeFileSync(
      manifest,
      `import { domain } from '#core/operation.ts';\n${importLine}\nexport const ${domainName} = domain({ id: '${domainId}', operations: [${name}] });\n`,
    );
    console.log(`${manifest} is new: add the domain to src/catalog.ts.`);
    return;
  }
  const text = readFileSync(manifest, 'utf8');
  if (!text.includes('operations: [')) refuse(`${manifest} has no list of operations; add ${name} by hand`);
  const listed = text.replace('operations: [', `operations: [${name}, `);
  const imports = [...listed.matchAll(/^import [^;]*;\n/gm)];
  const last = imports.at(-1);
  const afterImport = last ? last.index + last[0].length : 0;
  writeFileSync(manifest, listed.slice(0, afterImport) + importLine + listed.slice(afterImport));
}

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}
