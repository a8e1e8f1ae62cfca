import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { givenKey } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const revoke = (id: string) =>
  service.admin('POST', `/api/v1/admin/keys/${id}/revocation`, { reason: 'it was in a public repository' });
const infoOf = (text: string) => service.withKey(text, 'GET', '/api/v1/key/info');

test('a revoked key is refused at once, and the other keys of the account still work', async () => {
  const leaked = await givenKey(db, { accountId: 'leaky' });
  const other = await givenKey(db, { accountId: 'leaky' });
  assert.equal((await infoOf(leaked.text)).statusCode, 200);

  const response = await revoke(leaked.id);

  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.json().status, 'revoked');
  const refused = await infoOf(leaked.text);
  assert.deepEqual([refused.statusCode, refused.json().code], [401, 'invalid_key']);
  assert.equal((await infoOf(other.text)).statusCode, 200);
});

test('revoking again keeps the time of the first', async () => {
  const key = await givenKey(db);
  const first = (await revoke(key.id)).json();
  const second = (await revoke(key.id)).json();
  assert.equal(second.revoked_at, first.revoked_at);
});

test('an unknown key is 404', async () => {
  const response = await revoke('key_nobody');
  assert.deepEqual([response.statusCode, response.json().code], [404, 'not_found']);
});

test('a revoked key has no ban to lift, so it stays out', async () => {
  const key = await givenKey(db);
  await revoke(key.id);
  const response = await service.admin('POST', `/api/v1/admin/keys/${key.id}/unban`);
  assert.deepEqual([response.statusCode, response.json().code], [409, 'ban_not_liftable']);
});
