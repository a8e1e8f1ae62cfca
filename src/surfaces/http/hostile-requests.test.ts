import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { givenKey } from '#test/support/kit.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';

/** No request, however malformed, gets a 5xx other than 503. */
let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

const send = (method: string, url: string, payload: string, headers: object = {}) =>
  service.app.server.inject({
    method: method as 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });

test('a body nested thousands of levels deep is 422, again and again', async () => {
  for (const levels of [2500, 2500, 10_000]) {
    const deep = '['.repeat(levels) + ']'.repeat(levels);
    const response = await send('POST', '/api/v1/opt-out', `{"email":${deep}}`);
    assert.equal(response.statusCode, 422);
    assert.equal(response.json().detail[0].type, 'json_invalid');
  }
});

test('an unpaired surrogate is a 422 that names its member, and nothing is done', async () => {
  const { accountId } = await givenKey(service.database.db, { accountId: 'surrogate' });
  const body = `{"account_id":"${accountId}","credits":5,"reason":"x\\ud800"}`;
  const response = await send('POST', '/api/v1/admin/growth/credits', body, {
    'x-admin-secret': testSecrets.admin_secret,
  });
  assert.equal(response.statusCode, 422);
  const [fault] = response.json().detail;
  assert.deepEqual([fault.loc, fault.type], [['body', 'reason'], 'string_unicode']);
});

test('an unsupported method is refused, with and without a body', async () => {
  for (const url of ['/', '/nope', '/api/v1/find']) {
    for (const headers of [{}, { 'content-type': '' }]) {
      const { statusCode } = await send('QUERY', url, '', headers);
      assert.ok(statusCode >= 400 && statusCode < 500, `${url}: ${statusCode}`);
    }
  }
});

test('for a body over the limit, the error has the limit', async () => {
  const response = await send('POST', '/api/v1/opt-out', `"${'x'.repeat(100_000)}"`);
  assert.equal(response.statusCode, 413);
  assert.equal(response.json().limit_bytes, 30 * 1024);
});

for (const [name, value, type] of [
  ['x-ops-actor', 'a\0b', 'value_error'],
  ['x-ops-actor', 'a\ud800b', 'string_unicode'],
  ['idempotency-key', 'a\0b', 'value_error'],
  ['idempotency-key', 'a\ud800b', 'string_unicode'],
  ['idempotency-key', '', 'value_error'],
  ['idempotency-key', 'x'.repeat(256), 'value_error'],
] as const) {
  test(`the header ${name} of ${JSON.stringify(value.slice(0, 10))} is 422 by its name, behind its secret only`, async () => {
    const body = '{"account_id":"nobody","credits":5,"reason":"a test"}';
    const grant = (secret: object) =>
      send('POST', '/api/v1/admin/growth/credits', body, { [name]: value, ...secret });
    const response = await grant({ 'x-admin-secret': testSecrets.admin_secret });
    assert.equal(response.statusCode, 422);
    const [fault] = response.json().detail;
    assert.deepEqual([fault.loc, fault.type], [['header', name], type]);
    assert.equal((await grant({})).statusCode, 401);
  });
}

for (const [type, file] of [
  ['application/x-ndjson', '{"profile_url":"github.com/named-nul","email":"a@example.com","a\\u0000b":1}'],
  ['application/x-ndjson', '{"profile_url":"github.com/named-half","email":"a@example.com","a\\ud800b":1}'],
  ['text/csv', 'profile_url,email,a\0b\ngithub.com/named-nul,a@example.com,1'],
] as const) {
  test(`an unread column may have the name ${JSON.stringify(file.slice(-9))} in ${type}`, async () => {
    const headers = { 'x-admin-secret': testSecrets.admin_secret, 'content-type': type };
    const response = await send('POST', '/api/v1/admin/directory/imports', file, headers);
    assert.equal(response.statusCode, 200, response.body);
    assert.match(response.json().warnings[0], /^Not read: a\ufffdb\./);
  });
}

test('a request that waits too long for a busy account fails as overloaded', async () => {
  const { account, accountId } = await givenKey(service.database.db, { accountId: 'busy-account' });
  const client = await service.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from credit_account where account = $1 for update', [account]);
    // Every other connection of the pool is impatient.
    const { pool } = service.database;
    const others = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()));
    for (const other of others) {
      await other.query("set lock_timeout = '100ms'");
      other.release();
    }
    const response = await service.admin('POST', '/api/v1/admin/growth/credits', {
      account_id: accountId,
      credits: 5,
      reason: 'a test',
    });
    assert.deepEqual([response.statusCode, response.json().code], [503, 'overloaded']);
    assert.equal(response.headers['retry-after'], '2');
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('an answer sealed with another secret is refused, and nothing is done twice', async () => {
  const headers = { 'x-internal-secret': testSecrets.internal_secret, 'idempotency-key': 'sealed-once' };
  const ensure = () => service.request('POST', '/internal/key/ensure/sealed', { body: {}, headers });
  assert.equal((await ensure()).statusCode, 200);
  await service.database.pool.query(
    `update idempotent_answer set body = to_jsonb(encode(sha256('another'), 'base64')) where body is not null`,
  );
  const again = await ensure();
  assert.deepEqual([again.statusCode, again.json().code], [409, 'idempotency_conflict']);
  assert.match(again.json().detail, /SUPPRESSION_PEPPER has changed/);
});

test('a file for an account whose id no database can store is refused, however large it is', async () => {
  const answer = await service.request('POST', '/internal/jobs/%00', {
    headers: { 'x-internal-secret': testSecrets.internal_secret, 'content-type': 'text/csv' },
    body: `profile_url\n${'github.com/no-one-here\n'.repeat(5_000)}`,
  });
  assert.ok([404, 422].includes(answer.statusCode), answer.body);
});
