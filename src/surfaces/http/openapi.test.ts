import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '#app/catalog.ts';
import { openApiDocument } from './openapi.ts';

const paths = openApiDocument(catalogue, 'http://127.0.0.1').paths as Record<
  string,
  Record<string, { operationId: string }>
>;

test('every operation of the document has an id of its own', () => {
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  assert.ok(ids.length > 0);
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  );
});
