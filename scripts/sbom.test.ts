import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import packageLock from '../package-lock.json' with { type: 'json' };
import type { Lock } from './check-lock.ts';
import { lockedVersions } from './lock-dates.ts';
import { type Sbom, sbom } from './sbom.ts';

const schemaOf = (name: string) =>
  JSON.parse(
    readFileSync(
      join(
        import.meta.dirname,
        '../node_modules/@cyclonedx/cyclonedx-library/res/schema',
        `${name}.SNAPSHOT.schema.json`,
      ),
      'utf8',
    ),
  );

const ajv = new Ajv({ strict: false });
formats.default(ajv);
// ajv-formats has no internationalized forms; npm writes none.
for (const format of ['idn-email', 'iri-reference']) ajv.addFormat(format, true);
for (const name of ['spdx', 'jsf-0.82'])
  ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
const validate = ajv.compile(schemaOf('bom-1.5'));

const text = sbom('2026-11-27T00:00:00.000Z');
const document: Sbom = JSON.parse(text);

test("a release's SBOM is valid against CycloneDX's schema, which refuses unknown members", () => {
  assert.ok(validate(document), ajv.errorsText(validate.errors));
  assert.ok(!validate({ ...document, unknown: true }));
});

test('it lists every package of an installation, and none for development only', () => {
  const installed = Object.fromEntries(
    Object.entries(packageLock.packages as Lock).filter(([, { dev }]) => !dev),
  );
  const listed = document.components.map(({ name, version }) => `${name}@${version}`);
  assert.deepEqual(listed.sort(), lockedVersions(installed));
});

test('it names the project, and a licence for each package', () => {
  assert.equal(document.metadata.component.name, 'contactry');
  assert.deepEqual(
    document.components.filter(({ licenses = [] }) => licenses.length === 0),
    [],
  );
});

test('the same commit gives the same SBOM', () => {
  assert.equal(sbom('2026-11-27T00:00:00.000Z'), text);
});
