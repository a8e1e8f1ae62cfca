import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
await givenAccount(service.database.db, { accountId: 'acme-42' });

const email = 'acme-42@example.com';
const calls: [words: string, call: (account_id: string) => ReturnType<typeof service.internal>][] = [
  ['register', (account_id) => service.internal('POST', '/internal/identity/register', { account_id })],
  ['keys/create', (account_id) => service.admin('POST', '/api/v1/keys/create', { account_id, email })],
  [
    'key/ensure',
    (account_id) => service.internal('POST', `/internal/key/ensure/${encodeURIComponent(account_id)}`, {}),
  ],
  [
    'session',
    (account_id) =>
      service.internal('POST', '/internal/identity/session', {
        account_id,
        session_id: 's',
        ip: '203.0.113.9',
      }),
  ],
  [
    'whatsapp/status',
    (account_id) => service.internal('POST', '/internal/identity/whatsapp/status', { account_id }),
  ],
  [
    'accounts/rate',
    (account_id) => service.admin('PATCH', '/api/v1/admin/growth/accounts/rate', { account_id }),
  ],
];
for (const [words, call] of calls) {
  test(`${words} refuses an account_id with white space around it, of any kind`, async () => {
    for (const accountId of [' acme-42', 'acme-42 ', 'acme-42\u00a0', '\u3000acme-42', 'acme-42\t']) {
      const response = await call(accountId);
      assert.equal(response.statusCode, 422, response.body);
      assert.match(response.json().detail[0].msg, /white space/);
    }
  });
}

test('white space inside an account_id is kept', async () => {
  const body = { account_id: 'acme 42' };
  assert.equal((await service.internal('POST', '/internal/identity/register', body)).statusCode, 200);
});
