import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { paymentProviders } from '#platform/payments/providers.ts';
import { root } from './sources.ts';

const payments = 'src/platform/payments';
const folders = globSync(`${payments}/*/provider.ts`, { cwd: root }).map((file) => basename(dirname(file)));

test('a payment provider is a folder and a line in the list', () => {
  const names = paymentProviders.map(({ name }) => name).sort();
  const how = `Each folder in ${payments} with a provider.ts is in the list of ${payments}/providers.ts, and its definition has the folder's name.`;
  assert.deepEqual(names, folders.sort(), how);
});

/** A part of the service itself: a domain, with a development feature. */
const withDomain = 'sandbox';

/** Everything that is written by hand and shipped. */
const shipped = globSync(['{src,web,extension}/**/*.{ts,tsx,sql,css}', 'migrations/*.sql'], {
  cwd: root,
}).filter((file) => !/\.(test|generated)\.ts$/.test(file));

for (const name of folders.filter((folder) => folder !== withDomain)) {
  test(`only the folder of ${name} and its line name it`, () => {
    const elsewhere = shipped.filter((file) => !file.startsWith(`${payments}/${name}/`));
    const naming = elsewhere.filter((file) =>
      readFileSync(join(root, file), 'utf8').toLowerCase().includes(name),
    );
    const others = naming.filter((file) => file !== `${payments}/providers.ts`);
    const how = `Move what these files need to know of ${name} into its definition: ${others.join(', ')}`;
    assert.deepEqual(others, [], how);
  });
}
