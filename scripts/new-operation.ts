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
writeFileSync(file, verb.startsWith('list-') ? listText() : operationText());
writeFileSync(
  testFile,
  `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '#test/support/service.ts';

test('${domainId}.${verb} answers an operator', async () => {
  await using service = await testService();

  const response = await service.admin('GET', '/api/v1/admin/${verb.replace(/^list-/, '')}');

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
console.log(
  `When it is filled in: npm run generate, then npm test -- ${domainId} every-operation every-refusal openapi`,
);
if (isNew) console.log(`${manifest} is new. Add the domain to src/manifest.ts.`);

function operationText(): string {
  return `import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';

export const ${name} = operation({
  id: '${domainId}.${verb}',
  summary: 'Say in a few words what it does',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/${verb}')],
  output: Type.Object({}),

  async run() {
    return {};
  },
});
`;
}

function listText(): string {
  const noun = verb!.replace(/^list-/, '');
  return `import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, pageLimit, pageOf } from '#core/page.ts';
import { columnsOf, instant } from '#core/shapes.ts';

const Item = Type.Object({
  id: Type.Integer({ description: 'Describe every member.' }),
  created_at: instant('When it was created.'),
});

export const ${name} = operation({
  id: '${domainId}.${verb}',
  summary: 'List what it is, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/${noun}')],
  input: Type.Object({ limit: pageLimit(1000, 100), cursor: NumberCursor }),
  output: Type.Object({ items: Type.Array(Item), next_cursor: NextCursor }),

  async run(ctx, { limit, cursor }) {
    const found = await ctx.db
      .selectFrom('name_of_the_table')
      .select(columnsOf(Item))
      .where('id', '<', cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    return { items: rows, next_cursor: nextCursor };
  },
});
`;
}

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
