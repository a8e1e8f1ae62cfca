import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '#test/support/embedded.ts';
import { testService } from '#test/support/service.ts';
import { currentBundle } from './current-bundle.ts';
import { licencesOf } from './licences.ts';

const project = join(import.meta.dirname, '../../../..');
const licenceOf = (folder: string) => readFileSync(join(project, folder, 'LICENSE'), 'utf8').trim();

test('/licences.txt has the licence of Contactry and of each package that browsers load', async () => {
  await using service = await testService();
  const { statusCode, body } = await service.request('GET', '/licences.txt');
  assert.equal(statusCode, 200);
  const { sources } = await currentBundle();
  const bundled = sources.flatMap((path) => /node_modules\/(@[^/\\]+[/\\])?[^/\\]+/.exec(path)?.[0] ?? []);
  const others = ['', 'node_modules/heroicons', 'node_modules/@scalar/fastify-api-reference'];
  assert.ok(new Set(bundled).size >= 6, 'the bundler names the files of packages');
  for (const folder of new Set([...bundled, ...others])) {
    const { name, version } = JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8'));
    assert.ok(body.includes(`${name} ${version} (`), name);
    assert.ok(body.includes(licenceOf(folder)), name);
  }
});

test('the extension brings its licences', async () => {
  await using folder = await temporaryFolder();
  execFileSync(process.execPath, [join(project, 'scripts/build-extension.ts'), folder.path]);
  assert.ok(readFileSync(join(folder.path, 'LICENCES.txt'), 'utf8').includes(licenceOf('')));
});

test('a package without a licence file is refused', async () => {
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, 'package.json'), '{"name":"bare","version":"1.0.0"}');
  assert.throws(() => licencesOf([folder.path]), /^Error: bare 1\.0\.0 has no licence file/);
});
