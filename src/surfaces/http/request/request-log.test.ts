import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { openLog } from '#platform/log/open-log.ts';
import { eventually } from '#test/support/eventually.ts';
import { testService } from '#test/support/service.ts';

let text = '';
const log = openLog('debug', { write: (line: string) => (text += line) });
const service = await testService({ log });
after(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  text = '';
});

const answered = () =>
  text
    .split('\n')
    .filter((line) => line.includes('"answered"'))
    .map((line) => JSON.parse(line));

/** The one line of the request, without what differs from run to run. */
function line() {
  const [only, ...others] = answered();
  assert.equal(others.length, 0, text);
  const { time, requestId, ms, msg, ...said } = only;
  assert.match(requestId, /^[\da-f]{16}-[\da-z]+$/);
  assert.equal(typeof ms, 'number');
  assert.match(time, /^\d{4}-/);
  return said;
}

const info = 30;
const debug = 20;

async function madeKey(body: object) {
  const response = await service.admin('POST', '/api/v1/keys/create', body);
  assert.equal(response.statusCode, 200, response.body);
  text = '';
  const { key, id } = response.json();
  return { key, keyId: id };
}

const find = (key: string) =>
  service.withKey(key, 'POST', '/api/v1/find', { profile_url: 'github.com/asha-example' });

test('a request is one line with route, status, account, key and time', async () => {
  const { key, keyId } = await madeKey({ email: 'one@example.com', account_id: 'acct_one' });
  await find(key);
  const { account, ...said } = line();
  assert.equal(typeof account, 'number');
  assert.deepEqual(said, {
    level: info,
    route: 'POST /api/v1/find',
    status: 200,
    accountId: 'acct_one',
    keyId,
  });
});

for (const accountId of ['two@example.com', '+91 98765 43210', '919876543210'])
  test(`an account_id like ${accountId} is a contact value: the line has the account's number alone`, async () => {
    const { key } = await madeKey({ email: 'contact@example.com', account_id: accountId }).catch(() =>
      madeKey({ email: `other-${accountId.length}@example.com`, account_id: accountId }),
    );
    await find(key);
    assert.equal(typeof line().account, 'number');
    assert.ok(!text.includes(accountId));
  });

test('a refusal has its code, and the key and account it was refused to', async () => {
  const body = { email: 'limit@example.com', account_id: 'acct_limit', rate_limit_per_min: 1 };
  const { key, keyId } = await madeKey(body);
  await find(key);
  text = '';
  await find(key);
  const { account: _, ...said } = line();
  assert.deepEqual(said, {
    level: info,
    route: 'POST /api/v1/find',
    status: 429,
    code: 'rate_limited',
    accountId: 'acct_limit',
    keyId,
  });
});

test('a request of the dashboard has the account that it names', async () => {
  await madeKey({ email: 'inside@example.com', account_id: 'acct_inside' });
  await service.internal('GET', '/internal/billing/balance/acct_inside');
  assert.equal(line().accountId, 'acct_inside');
});

test('what has no route is one line without its path', async () => {
  await service.request('GET', '/asha@works.example');
  assert.deepEqual(line(), { level: info, route: 'GET unknown', status: 404, code: 'not_found' });
  text = '';
  await service.request('GET', '/%E0%A4%A');
  assert.deepEqual(line(), { level: info, route: 'GET unknown', status: 404, code: 'not_found' });
});

test('checks that go well are debug, and those that fail are not', async () => {
  for (const path of ['/api/v1/health', '/api/v1/status']) {
    text = '';
    await service.request('GET', path);
    assert.equal(line().level, debug);
  }
  text = '';
  await service.request('GET', '/metrics');
  assert.equal(line().level, info);
});

test('bytes that are no HTTP are a line too', async () => {
  await service.app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').resume();
  socket.end('asha@works.example\r\n\r\n');
  await once(socket, 'close');
  await eventually(async () => assert.equal(answered()[0]?.code, 'malformed_request'));
  assert.doesNotMatch(text, /works\.example/);
});
