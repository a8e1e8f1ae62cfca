import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { givenKey } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const list = async (query = '') => {
  const response = await service.admin('GET', `/api/v1/keys/list${query}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json() as { items: { id: string; status: string }[]; next_cursor: string | null };
};
const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

const longAgo = new Date('2020-01-01T00:00:00Z');
const made = [
  await givenKey(db, { accountId: 'first', note: 'oldest' }),
  await givenKey(db, { accountId: 'first', expires_at: longAgo }),
  await givenKey(db, { accountId: 'second' }),
  await givenKey(db, { accountId: 'second' }),
  await givenKey(db, { accountId: 'second', mode: 'test' }),
];
const change = (at: number, values: object) =>
  db.updateTable('api_key').set(values).where('id', '=', made[at]!.id).execute();
await change(2, { banned_at: longAgo, ban_reason: 'rate_limit' });
await change(3, { revoked_at: longAgo, banned_at: longAgo, ban_reason: 'replaced' });
await db
  .updateTable('account')
  .set({ email: 'second@example.com' })
  .where('account_id', '=', 'second')
  .execute();
const newestFirst = made.map(({ id }) => id).reverse();

test('keys are listed newest first', async () => {
  assert.deepEqual(ids(await list()), newestFirst);
});

for (const limit of [1, 2, 4, 5]) {
  test(`pages of ${limit} hold every key once and end`, async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(`?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
      assert.ok(page.items.length <= limit && page.items.length > 0);
      seen.push(...ids(page));
      cursor = page.next_cursor;
    } while (cursor);
    assert.deepEqual(seen, newestFirst);
  });
}

const filters: [query: string, at: number[]][] = [
  ['?account_id=first', [1, 0]],
  ['?email=Second@Example.com', [4, 3, 2]],
  ['?status=active', [4, 0]],
  ['?status=banned', [2]],
  ['?status=revoked', [3]],
  ['?status=expired', [1]],
  ['?status=active&account_id=second', [4]],
  ['?account_id=nobody', []],
];
for (const [query, at] of filters) {
  test(`${query} lists ${at.length}`, async () => {
    assert.deepEqual(
      ids(await list(query)),
      at.map((index) => made[index]!.id),
    );
  });
}

test('neither a key nor its hash is listed', async () => {
  const body = JSON.stringify(await list());
  for (const { text, hash } of made) {
    assert.ok(!body.includes(text.slice(13, -4)) && !body.includes(hash));
  }
});

for (const [query, named] of [
  ['?limit=501', 'limit'],
  ['?limit=0', 'limit'],
  ['?status=sleeping', 'status'],
  ['?cursor=key_nowhere', 'cursor'],
  ['?email=someone', 'email'],
] as const) {
  test(`${query} is refused naming ${named}`, async () => {
    const response = await service.admin('GET', `/api/v1/keys/list${query}`);
    assert.deepEqual([response.statusCode, response.json().detail?.[0].loc], [422, ['query', named]]);
  });
}

test('keys are found by the beginning of what is shown of them', async () => {
  const { id, text } = made[0]!;
  const shown = (await list()).items.find((key) => key.id === id) as unknown as { prefix: string };
  assert.deepEqual(ids(await list(`?prefix=${encodeURIComponent(shown.prefix)}`)), [id]);
  assert.deepEqual(ids(await list(`?prefix=${text.slice(0, 13)}`)), [id]);
  assert.deepEqual(ids(await list('?prefix=%25')), []);
});

test('a whole key is refused in a query, where a proxy may log it', async () => {
  const response = await service.admin('GET', `/api/v1/keys/list?prefix=${made[0]!.text}`);
  assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['query', 'prefix']]);
});
