import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { customer, find, importRows } from '#test/support/kit.ts';
import { lockedElsewhere, untilSomebodyWaits } from '#test/support/ledger/locks.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;

before(async () => {
  service = await testService();
  await importRows(service, 'profile_url,email\nlinkedin.com/in/asha-tester,asha@works.example\n');
});
after(() => service[Symbol.asyncDispose]());

test('a key that is banned while its lookup waits for the account gets nothing and pays nothing', async () => {
  const { pool } = service.database;
  const account = await customer(service, 1);
  const { rows } = await pool.query('select id from account where account_id = $1', [account.accountId]);
  const elsewhere = await lockedElsewhere(pool, rows[0].id);
  const lookup = find(service, account, 'linkedin.com/in/asha-tester');
  await untilSomebodyWaits(pool);
  const banned = await pool.query('update api_key set banned_at = clock_timestamp() where id = $1', [
    account.keyId,
  ]);
  assert.equal(banned.rowCount, 1);
  await elsewhere[Symbol.asyncDispose]();

  const response = await lookup;
  assert.deepEqual([response.statusCode, response.json().code], [401, 'key_banned']);
  const balance = await service.internal('GET', `/internal/billing/balance/${account.accountId}`);
  assert.equal(balance.json().balance, 1);
});
