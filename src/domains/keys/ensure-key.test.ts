import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { testSecrets, testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const ensure = (accountId: string, body?: object, headers: Record<string, string> = {}) =>
  service.request('POST', `/internal/key/ensure/${encodeURIComponent(accountId)}`, {
    body,
    headers: { 'x-internal-secret': testSecrets.internal_secret, ...headers },
  });

test('an account without a key gets one, with its raw text, no plan and no credits', async () => {
  const response = await ensure('newcomer');
  assert.equal(response.statusCode, 200, response.body);
  const { created, key, plan, rate_limit_per_min, status, expires_at } = response.json();
  assert.deepEqual(
    { created, plan, rate_limit_per_min, status, expires_at },
    { created: true, plan: 'none', rate_limit_per_min: 20, status: 'active', expires_at: null },
  );
  const info = await service.withKey(key, 'GET', '/api/v1/key/info');
  assert.deepEqual([info.statusCode, info.json().credits.balance], [200, 0]);
});

test('an account that has a key keeps it and sees its prefix only', async () => {
  const first = (await ensure('settled')).json();
  const { created, key, id, prefix } = (await ensure('settled', {})).json();
  assert.deepEqual(
    { created, key, id, prefix },
    { created: false, key: null, id: first.id, prefix: first.prefix },
  );
});

for (const [state, change] of [
  ['banned', sql`banned_at = now(), ban_reason = 'rate_limit'`],
  ['expired', sql`expires_at = now()`],
] as const) {
  test(`an account whose key is ${state} gets no second one`, async () => {
    const { id } = (await ensure(`was ${state}`)).json();
    await sql`update api_key set ${change} where id = ${id}`.execute(db);
    const again = (await ensure(`was ${state}`)).json();
    assert.deepEqual([again.created, again.id, again.status], [false, id, state]);
  });
}

test('calls that come at the same time make one account and one key', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ensure('impatient', { email: 'impatient@example.com' })),
  );
  const made = answers.map((answer) => answer.json()).filter(({ created }) => created);
  assert.equal(made.length, 1);
  assert.equal(new Set(answers.map((answer) => answer.json().id)).size, 1);
});

const emailsOf = async (...accountIds: string[]) => {
  const accounts = db.selectFrom('account').select(['account_id', 'email']);
  const rows = await accounts.where('account_id', 'in', accountIds).execute();
  return Object.fromEntries(rows.map(({ account_id, email }) => [account_id, email]));
};

test("another account's email is 409, and neither an account nor a key is made", async () => {
  await ensure('mailed', { email: 'Mailed@Example.com' });
  const refused = await ensure('borrower', { email: 'mailed@example.com' });
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'handle_taken']);
  assert.deepEqual(await emailsOf('mailed', 'borrower'), { mailed: 'mailed@example.com' });
});

test('an account without an email keeps its key and gets no email when another account has that email', async () => {
  await ensure('has mail', { email: 'has-mail@example.com' });
  const { id } = (await ensure('no mail')).json();
  assert.equal((await ensure('no mail', { email: 'has-mail@example.com' })).statusCode, 409);
  assert.equal((await ensure('no mail')).json().id, id);
  assert.deepEqual(await emailsOf('no mail'), { 'no mail': null });
});

test('an account that has an email keeps the first, whatever is sent later', async () => {
  await ensure('moved', { email: 'first@example.com' });
  assert.equal((await ensure('moved', { email: 'second@example.com' })).statusCode, 200);
  assert.deepEqual(await emailsOf('moved'), { moved: 'first@example.com' });
});

test('an account_id of blanks alone is refused by name', async () => {
  const response = await ensure(' ');
  assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['path', 'account_id']]);
});

test('an email that is none is refused by name', async () => {
  const response = await ensure('wrong mail', { email: 'nobody' });
  assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['body', 'email']]);
});

test('the same idempotency key gives the same raw key again', async () => {
  const [first, second] = [
    await ensure('repeated', {}, { 'idempotency-key': 'k' }),
    await ensure('repeated', {}, { 'idempotency-key': 'k' }),
  ];
  assert.equal(second.body, first.body);
  assert.equal(second.headers['idempotency-replayed'], 'true');
});
