import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { customer, find, givenKey, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { withSettings } from '#test/support/settings.ts';

let service: TestService;
before(async () => {
  service = await testService();
  const rows = [0, 1, 2].map((at) => `github.com/priced-${at},priced-${at}@asha.example.com`);
  await importRows(service, `profile_url,email\n${rows.join('\n')}\n`);
});
after(() => service[Symbol.asyncDispose]());

const price = async (key: string, body: object) => {
  const answer = await service.withKey(key, 'POST', '/api/v1/find/price', body);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
};
const costs = async (key: string, body: object) => {
  const { at_most, already_paid } = (await price(key, body)).credits;
  return [at_most, already_paid];
};

test('a price is the same for people who are known, unknown and suppressed, and is free', async () => {
  const holder = await customer(service, 3);
  await service.admin('POST', '/api/v1/admin/suppressions', {
    profile_url: 'github.com/priced-1',
    reason: 'asked by phone',
  });
  const answers = await Promise.all(
    ['priced-0', 'priced-1', 'never-heard-of'].map((name) =>
      price(holder.key, { profile_url: `github.com/${name}` }),
    ),
  );
  for (const { credits } of answers)
    assert.deepEqual(credits, { at_most: 1, already_paid: false, remaining: 3, budget_left: null });
  const { rows } = await service.database.pool.query(
    'select from usage_call where account = (select id from account where account_id = $1)',
    [holder.accountId],
  );
  assert.equal(rows.length, 0, 'no lookup was counted');
});

test('a profile that is paid for is free within the free days, for this account alone', async () => {
  await withSettings(service, { free_repeat_days: 30 });
  const holder = await customer(service, 3);
  const other = await customer(service, 3);
  const link = { profile_url: 'github.com/priced-2' };
  assert.equal((await find(service, holder, link.profile_url)).json().credits.charged, 1);
  assert.deepEqual(await costs(holder.key, { linkedin_url: 'https://github.com/Priced-2?tab=stars' }), [
    0,
    true,
  ]);
  assert.deepEqual(await costs(other.key, link), [1, false]);
  await withSettings(service, { free_repeat_days: 0 });
  assert.deepEqual(await costs(holder.key, link), [1, false]);
});

test('links alone and test keys cost nothing', async () => {
  const holder = await customer(service, 3);
  const link = 'github.com/priced-0';
  assert.deepEqual(await costs(holder.key, { profile_url: link, include: ['links'] }), [0, false]);
  assert.deepEqual(await costs(holder.key, { profile_url: link, include: ['links', 'phones'] }), [1, false]);
  const testKey = await givenKey(service.database.db, { mode: 'test' });
  assert.deepEqual(await costs(testKey.text, { profile_url: link }), [0, false]);
});

test('a price says how much the tightest budget of the account and the key leaves', async () => {
  const holder = await customer(service, 5);
  const link = { profile_url: 'github.com/priced-0' };
  const budget = (body: object) => service.internal('POST', `/internal/budgets/${holder.accountId}`, body);
  assert.equal((await budget({ period: 'month', credits: 3 })).statusCode, 200);
  assert.equal((await budget({ period: 'day', credits: 1, key_id: holder.keyId })).statusCode, 200);
  assert.equal((await price(holder.key, link)).credits.budget_left, 1);
  await find(service, holder, link.profile_url);
  assert.equal((await price(holder.key, link)).credits.budget_left, 0);
});

test('the dashboard asks for an account with and without a key, and hostile links are refused as by a lookup', async () => {
  const holder = await customer(service, 2);
  const body = { account_id: holder.accountId, profile_url: 'github.com/priced-0' };
  const answer = await service.internal('POST', '/internal/find/price', body);
  assert.deepEqual(answer.json().credits, {
    at_most: 1,
    already_paid: false,
    remaining: 2,
    budget_left: null,
  });
  for (const profile_url of ['x'.repeat(2001), 'https://127.0.0.1/in/a', '\u0000', '../../etc']) {
    const refused = await service.withKey(holder.key, 'POST', '/api/v1/find/price', { profile_url });
    const found = await service.withKey(holder.key, 'POST', '/api/v1/find', { profile_url });
    assert.ok([400, 422].includes(refused.statusCode), profile_url);
    assert.equal(refused.statusCode, found.statusCode);
  }
});
