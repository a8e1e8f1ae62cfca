import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { givenKey } from '#test/support/kit.ts';
import { testSecrets, testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;

const setRate = (body: object) =>
  service.request('PATCH', '/api/v1/admin/growth/accounts/rate', {
    body,
    headers: { 'x-admin-secret': testSecrets.admin_secret, 'x-ops-actor': 'asha' },
  });

test("an account's rate holds in the running window, and null returns it to its plan", async () => {
  const key = await givenKey(db, { accountId: 'faster', plan: 'starter' });
  const policy = async () =>
    (await service.withKey(key.text, 'GET', '/api/v1/key/info')).headers['ratelimit-policy'];
  assert.equal(await policy(), '"key";q=20;w=60');
  const response = await setRate({ account_id: 'faster', rpm: 500, message: 'launch day' });
  assert.deepEqual(response.json(), {
    account_id: 'faster',
    email: null,
    rate_limit_per_min: 500,
    previous_rate_limit_per_min: null,
  });
  assert.equal(await policy(), '"key";q=500;w=60');
  assert.equal((await setRate({ account_id: 'faster', rpm: null })).json().previous_rate_limit_per_min, 500);
  assert.equal(await policy(), '"key";q=20;w=60');
});

test('a rate that is not named stays as it is, and the answer shows it', async () => {
  await givenKey(db, { accountId: 'forgetful' });
  await setRate({ account_id: 'forgetful', rpm: 42 });
  const { rate_limit_per_min, previous_rate_limit_per_min } = (
    await setRate({ account_id: 'forgetful' })
  ).json();
  assert.deepEqual([rate_limit_per_min, previous_rate_limit_per_min], [42, 42]);
  assert.equal((await setRate({ account_id: 'forgetful', rpm: null })).json().rate_limit_per_min, null);
});

test('an account may be named by its email, in any case', async () => {
  const { account } = await givenKey(db, { accountId: 'by mail' });
  await db.updateTable('account').set({ email: 'rate@example.com' }).where('id', '=', account).execute();
  const response = await setRate({ email: ' Rate@Example.com', rpm: 5 });
  assert.deepEqual([response.statusCode, response.json().account_id], [200, 'by mail']);
});

test('the audit row tells who changed what, from what, and why', async () => {
  await givenKey(db, { accountId: 'audited' });
  await setRate({ account_id: 'audited', rpm: 42, message: 'agreed by phone' });
  const { rows } = await pool.query(`select * from audit_entry where details->>'account_id' = 'audited'`);
  assert.equal(rows.length, 1);
  assert.deepEqual([rows[0].actor, rows[0].event], ['asha', 'account.rate_set']);
  assert.deepEqual(rows[0].details, {
    account_id: 'audited',
    before: null,
    after: 42,
    message: 'agreed by phone',
  });
});

test('each of ten concurrent changes starts from the value that the previous one set', async () => {
  await givenKey(db, { accountId: 'contested' });
  const rates = Array.from({ length: 10 }, (_, at) => at + 1);
  await Promise.all(rates.map((rpm) => setRate({ account_id: 'contested', rpm })));
  const { rows } = await pool.query<{ before: number | null; after: number }>(
    `select (details->>'before')::int as before, (details->>'after')::int as after
    from audit_entry where details->>'account_id' = 'contested'`,
  );
  assert.equal(new Set(rows.map(({ before }) => before)).size, 10);
});

test("an operator's name is kept in the audit log with 200 characters at most", async () => {
  await givenKey(db, { accountId: 'long name' });
  await service.request('PATCH', '/api/v1/admin/growth/accounts/rate', {
    body: { account_id: 'long name', rpm: 7 },
    headers: { 'x-admin-secret': testSecrets.admin_secret, 'x-ops-actor': 'a'.repeat(300) },
  });
  const { rows } = await pool.query(
    `select actor from audit_entry where details->>'account_id' = 'long name'`,
  );
  assert.deepEqual(rows, [{ actor: 'a'.repeat(200) }]);
});

for (const [body, status, named] of [
  [{ account_id: 'nobody', rpm: 5 }, 404, 'not_found'],
  [{ email: 'nobody@example.com', rpm: 5 }, 404, 'not_found'],
  [{ rpm: 5 }, 422, 'account_id'],
  [{ account_id: ' ', email: '', rpm: 5 }, 422, 'account_id'],
  [{ account_id: 'faster', email: 'other@example.com', rpm: 5 }, 422, 'email'],
  [{ email: 'someone', rpm: 5 }, 422, 'email'],
  [{ account_id: 'faster', rpm: 0 }, 422, 'rpm'],
  [{ account_id: 'faster', rpm: 1_000_001 }, 422, 'rpm'],
  [{ account_id: 'faster', rpm: '5' }, 422, 'rpm'],
] as const) {
  test(`${JSON.stringify(body)} is ${status} naming ${named}`, async () => {
    const response = await setRate(body);
    const { code, detail } = response.json();
    assert.deepEqual([response.statusCode, status === 422 ? detail[0].loc[1] : code], [status, named]);
  });
}
