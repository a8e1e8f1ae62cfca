import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import type { Network } from '#values/profile-link/index.ts';
import { agentNotes } from '../agent-notes.ts';
import { openApiDocument } from './openapi.ts';

interface Refusal {
  content: { 'application/problem+json': { schema: { discriminator: { mapping: Record<string, string> } } } };
}

interface Entry {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { required: boolean; content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, unknown>;
}

const document = openApiDocument(manifest, 'http://127.0.0.1');
const paths = document.paths as Record<string, Record<string, Entry>>;

/** One link of each network. */
const knownNetworks = (
  ['linkedin', 'github', 'gitlab', 'bitbucket', 'codeberg', 'sourcehut', 'forgejo'] satisfies Network[]
).map((network) => ({ network }));

test('every operation of the document has a unique id', () => {
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  assert.ok(ids.length > 0);
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  );
});

test('an input member with a default is optional, in a body, a query and the notes for agents', () => {
  const { requestBody } = paths['/api/v1/keys/create']!.post!;
  // Not by a reference: generators of clients require members with defaults in named schemas.
  const { schema } = requestBody!.content['application/json']! as { schema: { required?: string[] } };
  assert.deepEqual(schema.required, ['email']);
  assert.equal(requestBody!.required, true);
  const listing = paths['/api/v1/keys/list']!.get!.parameters;
  assert.equal(listing.find(({ name }) => name === 'limit')!.required, false);
  const notes = agentNotes(manifest, 'http://127.0.0.1', 'Growth ₹399');
  for (const declared of manifest.operations) {
    for (const [name, schema] of Object.entries(declared.input.properties)) {
      const { default: fallback, description } = schema as { default?: unknown; description?: string };
      if (fallback !== undefined) assert.ok(!notes.includes(`- ${name} (required): ${description}`), name);
    }
  }
});

test('a body without required members is optional', () => {
  const { requestBody } = paths['/internal/key/regenerate/{account_id}']!.post!;
  assert.equal(requestBody!.required, false);
});

test('headers are documented where they are read', () => {
  const headersOf = (path: string, method: string) =>
    paths[path]![method]!.parameters.filter((each) => each.in === 'header').map(({ name }) => name);
  assert.deepEqual(headersOf('/api/v1/keys/create', 'post'), ['Idempotency-Key', 'x-ops-actor']);
  assert.deepEqual(headersOf('/api/v1/find', 'post'), ['Idempotency-Key']);
  assert.deepEqual(headersOf('/api/v1/admin/directory/imports', 'post'), ['x-ops-actor']);
  assert.deepEqual(headersOf('/api/v1/opt-out', 'post'), []);
});

test('the errors of a door are among the responses', () => {
  const statusesOf = (path: string, method: string) => Object.keys(paths[path]![method]!.responses);
  for (const status of ['401', '403', '413', '415', '422', '429', '503']) {
    assert.ok(statusesOf('/api/v1/find', 'post').includes(status), status);
  }
  assert.deepEqual(statusesOf('/api/v1/keys/list', 'get'), ['200', '401', '422', '429', '503']);
  assert.ok(statusesOf('/api/v1/admin/keys/{key_id}/unban', 'post').includes('413'));
});

test('each error code has a schema, including those of a key that ends during its lookup', () => {
  const { 401: unauthorized } = paths['/internal/find']!.post!.responses as { 401: Refusal };
  const { discriminator } = unauthorized.content['application/problem+json'].schema;
  const codes = Object.keys(discriminator.mapping);
  assert.deepEqual(codes.toSorted(), ['invalid_key', 'invalid_secret', 'key_banned']);
  const { schemas } = document.components as {
    schemas: Record<string, { properties: { code: { const: string } } }>;
  };
  for (const code of codes) {
    assert.equal(schemas[`Problem_${code}`]!.properties.code.const, code);
  }
});

test('the notes for agents name every network and leave out what only operators meet', () => {
  const notes = agentNotes(manifest, 'http://127.0.0.1', 'Growth ₹399');
  for (const { network } of knownNetworks) assert.match(notes, new RegExp(network, 'i'));
  assert.ok(notes.includes('insufficient_credits') && notes.includes('"company_email"'));
  for (const code of ['invalid_secret', 'import_refused', 'ban_not_liftable']) {
    assert.ok(!notes.includes(code), code);
  }
});

test('the notes for agents begin with the lookup, say what plans cost, and leave out steps of protocols', () => {
  const notes = agentNotes(manifest, 'https://contacts.example.com', 'Growth costs ₹399 a month.');
  const [calls] = [...notes.matchAll(/^(?:GET|POST|PATCH|DELETE) (\/\S*)/gm)].map(([call]) => call);
  assert.equal(calls, 'POST /api/v1/find');
  const listed = notes.slice(notes.indexOf('## Calls')).match(/^[A-Z]+ \/\S+(?=: )/gm)!;
  assert.equal(listed[0], 'POST /api/v1/find');
  assert.match(notes, /\n## Plans\n\nGrowth costs ₹399 a month\.\n/);
  for (const step of [
    'whatsapp/webhook',
    'hub.challenge',
    'handshake_refused',
    '/mcp: ',
    '/register',
    '/.well-known',
    'refresh',
  ])
    assert.ok(!notes.includes(step), step);
  for (const call of ['GET /api/v1/jobs', 'POST /api/v1/billing/checkout', 'GET /api/v1/usage'])
    assert.ok(listed.includes(call), call);
});

test('customers’ calls come before the dashboard’s, the operators’ and the providers’', () => {
  const tags = (document.tags as { name: string }[]).map(({ name }) => name);
  const groups = tags.map((name) => name.split(': ').length > 1 && name.split(': ')[0]);
  assert.deepEqual(
    [tags[0], [...new Set(groups)]],
    ['Lookups', [false, 'Dashboard', 'Operators', 'Providers']],
  );
});

interface Shape {
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Record<string, Shape>;
  [keyword: string]: unknown;
}
const named = (document.components as { schemas: Record<string, Shape> }).schemas;

/** Every shape of the document with its path, except the named ones where they are referred to. */
function* shapesIn(value: unknown, path: string): Generator<{ shape: Shape; path: string }> {
  if (typeof value !== 'object' || value === null) return;
  const { example: _, examples: __, ...rest } = value as Shape;
  if (rest.properties) yield { shape: rest, path };
  for (const [name, inner] of Object.entries(rest)) yield* shapesIn(inner, `${path}.${name}`);
}
const allShapes = [...shapesIn({ named, paths }, '')];

test('every member of every shape is described', () => {
  const undescribed = allShapes.flatMap(({ shape, path }) =>
    Object.entries(shape.properties!)
      .filter(
        ([, { $ref, description }]) => !description && !($ref && named[$ref.split('/').at(-1)!]!.description),
      )
      .map(([name]) => `${path}.${name}`),
  );
  assert.ok(allShapes.length > 300);
  assert.deepEqual(undescribed, []);
});

test('a shape that an answer has in two places has a name', () => {
  const inline = allShapes.filter(
    ({ path }) => path.split('.').length > 3 && !path.includes('.requestBody.'),
  );
  const byText = Map.groupBy(inline, ({ shape }) => JSON.stringify(shape));
  const repeated = [...byText.values()].filter(({ length }) => length > 1);
  assert.deepEqual(
    repeated.map((places) => places.map(({ path }) => path)),
    [],
  );
});
