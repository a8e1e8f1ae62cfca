import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../../clients/typescript/src/index.ts';
import { afterPage, rowsOf } from '../../clients/typescript/src/lists.ts';
import openApi from '../../docs/openapi.json' with { type: 'json' };
import type { ApiDocument } from '../../scripts/clients/document.ts';
import { scripted } from './scripted.ts';

test('a list is read page by page, until its cursor ends', async (t) => {
  const { baseUrl, asked } = await scripted(t, [
    { body: { items: [{ id: 3 }, { id: 2 }], next_cursor: 'a b' } },
    { body: { items: [{ id: 1 }], next_cursor: null } },
  ]);
  const grants = new Client({ baseUrl }).items('GET /api/v1/admin/growth/credits', {
    query: { limit: 2, email: 'asha@example.com' },
  });

  assert.deepEqual(
    (await Array.fromAsync(grants)).map(({ id }) => id),
    [3, 2, 1],
  );
  assert.deepEqual(
    asked.map(({ url }) => url),
    [
      '/api/v1/admin/growth/credits?limit=2&email=asha%40example.com',
      '/api/v1/admin/growth/credits?limit=2&email=asha%40example.com&cursor=a+b',
    ],
  );
});

test('pages by offset are read to their end, under either name of the offset', async (t) => {
  const accounts = await scripted(t, [
    { body: { items: [{ account_id: 'b' }], next_offset: 1 } },
    { body: { items: [{ account_id: 'a' }], next_offset: null } },
  ]);
  const usage = await scripted(t, [
    { body: { events: [{ id: 3 }, { id: 2 }], daily: [], total: 3, offset: 0 } },
    { body: { events: [{ id: 1 }], daily: [], total: 3, offset: 2 } },
  ]);

  const found = await Array.fromAsync(new Client(accounts).items('GET /api/v1/admin/growth/accounts'));
  const events = await Array.fromAsync(new Client(usage).items('GET /api/v1/usage', { query: { limit: 2 } }));

  assert.deepEqual(
    found.map(({ account_id }) => account_id),
    ['b', 'a'],
  );
  assert.equal(events.length, 3);
  assert.equal(accounts.asked[1]!.url, '/api/v1/admin/growth/accounts?offset=1');
  assert.equal(usage.asked[1]!.url, '/api/v1/usage?limit=2&offset=2');
});

test('a cursor that is a number continues from there, including from 0', async (t) => {
  const rejects = await scripted(t, [
    { body: { items: [], next_cursor: 0 } },
    { body: { items: [{ line: 2 }], next_cursor: null } },
  ]);
  const path = { import_id: 'imp_1' };

  const rows = new Client(rejects).items('GET /api/v1/admin/directory/imports/{import_id}/rejects', { path });

  assert.equal((await Array.fromAsync(rows)).length, 1);
  assert.match(rejects.asked[1]!.url!, /cursor=0$/);
});

test('a reader that stops asks for no further page', async (t) => {
  const jobs = await scripted(t, [{ body: { items: [{ id: 'job_2' }, { id: 'job_1' }], next_cursor: 'c' } }]);

  for await (const { id } of new Client(jobs).items('GET /api/v1/jobs')) {
    assert.equal(id, 'job_2');
    break;
  }
  assert.equal(jobs.asked.length, 1);
});

test('a refused page ends the list with its error, and earlier rows are still returned', async (t) => {
  const jobs = await scripted(t, [
    { body: { items: [{ id: 'job_2' }], next_cursor: 'c' } },
    { status: 401, body: { code: 'invalid_key', detail: 'No.' } },
  ]);
  const ids: string[] = [];

  const read = async () => {
    for await (const { id } of new Client(jobs).items('GET /api/v1/jobs')) ids.push(id);
  };

  await assert.rejects(read(), { name: 'InvalidKeyError' });
  assert.deepEqual(ids, ['job_2']);
});

/** Every list of the API that comes in pages, with an answer of one row after which others follow. */
function pagedLists() {
  const { paths, components } = openApi as unknown as ApiDocument;
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get?.parameters?.some((one) => one.in === 'query' && /^(cursor|offset)$/.test(one.name))) return [];
    const { schema } = get.responses['200']!.content!['application/json']!;
    const { properties = {} } = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
    const page = Object.entries(properties).map(([name, { type }]) => [name, type === 'array' ? [{}] : 2]);
    return [{ path, page: { ...Object.fromEntries(page), offset: 0 } }];
  });
}

test('every list of the API that comes in pages is known to the client', () => {
  const lists = pagedLists();
  assert.ok(lists.length >= 25);
  for (const { path, page } of lists) {
    assert.equal(rowsOf(page).length, 1, path);
    assert.notEqual(afterPage(page), null, path);
  }
});
