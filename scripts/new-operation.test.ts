import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

const project = join(import.meta.dirname, '..');
let copy: string;
before(async () => {
  copy = await mkdtemp(join(tmpdir(), 'contactry-new-operation-'));
  for (const file of [
    'package.json',
    'biome.json',
    'scripts/new-operation.ts',
    'src/domains/credits/manifest.ts',
  ]) {
    await cp(join(project, file), join(copy, file));
  }
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'), 'junction');
  await writeFile(join(copy, '.gitignore'), 'node_modules\n');
});
after(() => rm(copy, { recursive: true }));

const newOperation = (id: string) =>
  spawnSync(process.execPath, [join(copy, 'scripts/new-operation.ts'), id], { encoding: 'utf8' });

test('a new operation passes the formatter', async () => {
  const { status, stderr } = newOperation('credits.count-lots');
  assert.equal(status, 0, stderr);
  const manifest = await readFile(join(copy, 'src/domains/credits/manifest.ts'), 'utf8');
  assert.match(manifest, /operations: \[\s*countLots,/);
  assert.deepEqual((await readdir(join(copy, 'src/domains/credits'))).sort(), [
    'count-lots.sample.ts',
    'count-lots.test.ts',
    'count-lots.ts',
    'manifest.ts',
  ]);
  const biome = join(copy, 'node_modules/@biomejs/biome/bin/biome');
  const check = spawnSync(process.execPath, [biome, 'check', 'src'], { cwd: copy, encoding: 'utf8' });
  assert.equal(check.status, 0, check.stderr);
});

test('a list gets its page, and only the table is to be filled in', async () => {
  const { status, stdout, stderr } = newOperation('credits.list-holds');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /npm test -- credits every-operation every-refusal openapi/);
  const file = join(copy, 'src/domains/credits/list-holds.ts');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('name_of_the_table', 'credit_hold'));
  const check = spawnSync(
    process.execPath,
    [join(copy, 'node_modules/@biomejs/biome/bin/biome'), 'check', file],
    {
      cwd: copy,
      encoding: 'utf8',
    },
  );
  assert.equal(check.status, 0, check.stderr);
});

test('a manifest without a list of operations is refused before anything is written', async () => {
  const folder = join(copy, 'src/domains/plans');
  await mkdir(folder);
  await writeFile(join(folder, 'manifest.ts'), 'export const plans = [];\n');
  const { status, stderr } = newOperation('plans.show-plans');
  assert.equal(status, 1);
  assert.match(stderr, /has no list of operations/);
  assert.deepEqual(await readdir(folder), ['manifest.ts']);
});
