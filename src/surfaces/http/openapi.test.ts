import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { agentNotes } from './agent-notes.ts';
import { openApiDocument } from './openapi.ts';

interface Refusal {
  content: {
    'application/problem+json': { schema: { allOf: [object, { properties: { code: { enum: string[] } } }] } };
  };
}

interface Entry {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { required: boolean; content: Record<string, { schema: { required?: string[] } }> };
  responses: Record<string, unknown>;
}

const document = openApiDocument(manifest, 'http://127.0.0.1');
const paths = document.paths as Record<string, Record<string, Entry>>;

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
  assert.deepEqual(requestBody!.content['application/json']!.schema.required, ['email']);
  assert.equal(requestBody!.required, true);
  const listing = paths['/api/v1/keys/list']!.get!.parameters;
  assert.equal(listing.find(({ name }) => name === 'limit')!.required, false);
  const notes = agentNotes(manifest, 'http://127.0.0.1');
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

test('the codes of an error are listed, including those of a key that ends during its lookup', () => {
  const { 401: unauthorized } = paths['/internal/find']!.post!.responses as { 401: Refusal };
  const [, { properties }] = unauthorized.content['application/problem+json'].schema.allOf;
  assert.deepEqual(properties.code.enum.toSorted(), ['invalid_key', 'invalid_secret', 'key_banned']);
});

test('every member of a validation fault is described', () => {
  const { schemas } = document.components as {
    schemas: { HTTPValidationError: { properties: { detail: { items: { properties: object } } } } };
  };
  const described = Object.keys(schemas.HTTPValidationError.properties.detail.items.properties);
  assert.deepEqual(described.toSorted(), ['input', 'loc', 'msg', 'type']);
});
