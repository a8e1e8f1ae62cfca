import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { customer, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
let keys: { live: string; test: string };

before(async () => {
  service = await testService();
  const keyOf = async (mode: string) => (await customer(service, 5, { account_id: 'modes', mode })).key;
  keys = { live: await keyOf('live'), test: await keyOf('test') };
  await importRows(service, 'profile_url,email\ngithub.com/octo-one,octo-one@example.com\n');
});
after(() => service[Symbol.asyncDispose]());

const find = async (key: string, idempotencyKey: string) =>
  service.withKey(
    key,
    'POST',
    '/api/v1/find',
    { profile_url: 'github.com/octo-one' },
    { 'idempotency-key': idempotencyKey },
  );

test('a test key and a live key of one account have idempotency keys of their own', async () => {
  assert.equal((await find(keys.test, 'one')).json().status, 'not_found');
  const live = await find(keys.live, 'one');
  assert.equal(live.json().status, 'completed');
  assert.equal(live.headers['idempotency-replayed'], undefined);
  assert.equal((await find(keys.test, 'one')).json().status, 'not_found');
});

test('a lookup is fetched again only with a key of its mode', async () => {
  const { id } = (await find(keys.live, 'two')).json();
  const fetched = async (key: string) => (await service.withKey(key, 'GET', `/api/v1/find/${id}`)).statusCode;
  assert.deepEqual([await fetched(keys.live), await fetched(keys.test)], [200, 404]);
});

test('a lookup with a test key does not count in the usage of all accounts', async () => {
  const counted = async () => (await service.admin('GET', '/api/v1/admin/usage')).json().totals.requests;
  const before = await counted();
  await find(keys.test, 'three');
  assert.equal(await counted(), before);
  await find(keys.live, 'three');
  assert.equal(await counted(), before + 1);
});
