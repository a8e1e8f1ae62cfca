import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { bodiesOf, doorName, mayHaveBody, pathParameters } from '#core/door.ts';
import { shapeFor } from '#core/input/input.ts';
import { eventually } from '#test/support/eventually.ts';
import { live, liveOperator, pagesWithStub, signedInHeaders } from '#test/support/stub-api.ts';
import { proxiedDoors } from './proxied-doors.ts';

const stub = await pagesWithStub();
after(() => stub[Symbol.asyncDispose]());
beforeEach(() => {
  stub.asked.length = 0;
  stub.checkedAs(live);
  stub.operatorCheckedAs(liveOperator);
  stub.answerWith((_, response) => response.end('{}'));
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const send = (
  method: Method,
  url: string,
  { headers = {}, payload }: { headers?: object; payload?: string } = {},
) =>
  stub.pages.server.inject({
    method,
    url,
    headers: Object.fromEntries(
      Object.entries({ ...signedInHeaders, ...headers }).filter(([, value]) => value !== undefined),
    ),
    ...(payload === undefined ? {} : { payload }),
  });

const json = { 'content-type': 'application/json' };
const bodyOf = (at = 0) => JSON.parse(stub.asked[at]!.body);

for (const { declared, door } of proxiedDoors(manifest, 'app').filter(
  ({ door }) => door.access === 'internal',
)) {
  const { properties } = shapeFor(declared, door.access);
  test(`${doorName(door)} acts for the session, whatever account the page names`, async () => {
    const path = door.path.replace(/\{(\w+)\}/g, 'another');
    const named = { account_id: 'another', email: 'another@example.com' };
    const taken = Object.keys(named).filter(
      (name) => Object.hasOwn(properties, name) || pathParameters(door.path).includes(name),
    );
    assert.ok(taken.includes('account_id'), 'it takes an account');
    const isJson = mayHaveBody(door) && Object.values(bodiesOf(door)).includes('json');
    const response = await send(door.method, `/app/api${path}?${new URLSearchParams(named)}`, {
      ...(isJson ? { headers: json, payload: JSON.stringify(named) } : {}),
    });
    assert.equal(response.statusCode, 200, response.body);
    const { url, body, headers } = stub.asked[0]!;
    const parts = [
      ...new URL(url, 'http://api').searchParams,
      ...(body ? Object.entries(JSON.parse(body)) : []),
    ];
    const inPath = pathParameters(door.path).includes('account_id');
    assert.equal(url.includes('/usr_own'), inPath, url);
    if (!inPath)
      assert.ok(
        parts.some(([name, value]) => name === 'account_id' && value === 'usr_own'),
        url + body,
      );
    for (const [name, value] of parts) {
      if (name === 'account_id' && !inPath) assert.equal(value, 'usr_own');
      if (name === 'email' && taken.includes('email')) assert.equal(value, 'asha@example.com');
    }
    assert.equal(headers['x-internal-secret'], 'internal-secret-of-the-tests');
    assert.equal(headers['x-admin-secret'], undefined);
  });
}

test('nothing else of the API is within reach', async () => {
  for (const path of [
    '/internal/identity/register',
    '/internal/identity/vet',
    '/internal/sign-in/sessions',
    '/api/v1/admin/locks',
    '/api/v1/keys/create',
    '/api/v1/find',
    '/api/v1/billing/webhook/razorpay',
    '/metrics',
    '/internal%2fidentity%2fregister',
    '//internal/identity/register',
    '/internal/identity/register;/internal/find',
  ]) {
    for (const method of ['GET', 'POST'] as const) {
      const { statusCode, body } = await send(method, `/app/api${path}`, {
        headers: json,
        ...(method === 'POST' ? { payload: '{}' } : {}),
      });
      assert.ok([303, 404].includes(statusCode), `${method} ${path}: ${statusCode} ${body}`);
    }
  }
  assert.equal(stub.asked.length, 0);
});

test('a path stays inside its door, however its parts are spelt', async () => {
  await send('GET', '/app/api/internal/jobs/me/..%2f..%2fidentity%2fvet%3fx=1%23');
  assert.equal(stub.asked[0]?.url, '/internal/jobs/usr_own/..%2F..%2Fidentity%2Fvet%3Fx%3D1%23');
});

test('of a member that comes twice the session’s is sent', async () => {
  const payload = '{"account_id":"a","profile_url":"x","account_id":"b"}';
  await send('POST', '/app/api/internal/find', { headers: json, payload });
  assert.deepEqual(bodyOf(), { account_id: 'usr_own', profile_url: 'x' });
  await send('GET', '/app/api/internal/identity/onboarding/status?account_id=a&account_id=b');
  assert.equal(stub.asked[1]!.url, '/internal/identity/onboarding/status?account_id=usr_own');
});

test('a body that is not JSON can’t name an account, and one that is too large is refused', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const refused = await send('POST', '/app/api/internal/find', {
      headers: { 'content-type': type },
      payload: 'account_id=a',
    });
    assert.equal(refused.statusCode, 415);
  }
  const list = await send('POST', '/app/api/internal/find', { headers: json, payload: '[]' });
  assert.equal(list.statusCode, 400);
  const large = await send('POST', '/app/api/internal/find', {
    headers: json,
    payload: JSON.stringify({ x: 'y'.repeat(2e6) }),
  });
  assert.deepEqual([large.statusCode, large.json().code], [413, 'body_too_large']);
  assert.equal(stub.asked.length, 0);
});

test('the page’s own headers say nothing about who asks', async () => {
  await send('GET', '/app/api/internal/billing/balance/me', {
    headers: {
      authorization: 'Bearer cty_live_other',
      'x-admin-secret': 'guessed',
      'x-internal-secret': 'guessed',
      'x-ops-actor': 'somebody',
      'x-forwarded-for': '198.51.100.1',
      'if-none-match': '"tag"',
      connection: 'x-internal-secret',
    },
  });
  const { headers } = stub.asked[0]!;
  assert.equal(headers['x-internal-secret'], 'internal-secret-of-the-tests');
  assert.equal(headers['x-forwarded-for'], '127.0.0.1');
  assert.equal(headers['if-none-match'], '"tag"');
  for (const name of ['authorization', 'x-admin-secret', 'x-ops-actor', 'cookie'])
    assert.equal(headers[name], undefined);
});

test('files stream through with their type, their key and the query', async () => {
  const payload = 'profile_url\nhttps://www.linkedin.com/in/asha-example\n';
  await send('POST', '/app/api/internal/jobs/me?name=November', {
    headers: { 'content-type': 'text/csv', 'idempotency-key': 'one' },
    payload,
  });
  const { url, headers, body } = stub.asked[0]!;
  assert.deepEqual([url, body], ['/internal/jobs/usr_own?name=November', payload]);
  assert.deepEqual(
    [headers['content-type'], headers['idempotency-key'], headers['content-length']],
    ['text/csv', 'one', String(payload.length)],
  );
});

test('answers come back with what they say about themselves, and can’t run as pages or set cookies', async () => {
  stub.answerWith((_, response) => {
    response.writeHead(429, {
      'content-type': 'application/problem+json',
      'retry-after': '7',
      'set-cookie': 'x=y',
      'access-control-allow-origin': '*',
    });
    response.end('{"code":"rate_limited"}');
  });
  const { statusCode, headers, body } = await send('GET', '/app/api/internal/billing/balance/me');
  assert.deepEqual([statusCode, headers['retry-after'], body], [429, '7', '{"code":"rate_limited"}']);
  assert.equal(headers['set-cookie'], undefined);
  assert.equal(headers['access-control-allow-origin'], undefined);
  assert.match(String(headers['content-security-policy']), /default-src 'none'/);
});

test('another site’s page can change nothing', async () => {
  const post = (headers: object) =>
    send('POST', '/app/api/internal/growth/redeem', {
      headers: { ...json, ...headers },
      payload: '{"code":"A"}',
    });
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
    { 'sec-fetch-site': undefined, origin: 'null' },
    { 'sec-fetch-site': undefined },
  ]) {
    const refused = await post(headers);
    assert.deepEqual(
      [refused.statusCode, refused.json().code],
      [403, 'cross_site_request'],
      JSON.stringify(headers),
    );
  }
  assert.equal(stub.asked.length, 0);
  assert.equal(
    (await post({ 'sec-fetch-site': undefined, origin: 'http://127.0.0.1:8080' })).statusCode,
    200,
  );
});

for (const [state, sentence] of [
  ['ended', /Sign in again/],
  ['locked', /locked/],
  ['elsewhere', /another address/],
] as const) {
  test(`without a session (${state}) nothing is asked`, async () => {
    stub.checkedAs({ state, session: null });
    const { statusCode, body } = await send('GET', '/app/api/internal/billing/balance/me');
    assert.deepEqual([statusCode, JSON.parse(body).code, stub.asked.length], [401, 'session_ended', 0]);
    assert.match(JSON.parse(body).detail, sentence);
  });
}

test('operators reach their doors under their own name, and customers’ lists for the account they name', async () => {
  await send('POST', '/console/api/api/v1/admin/locks', {
    headers: { ...json, 'x-ops-actor': 'else' },
    payload: '{"subject":"x","subject":"y"}',
  });
  const { headers } = stub.asked[0]!;
  assert.deepEqual(
    [headers['x-ops-actor'], headers['x-admin-secret']],
    ['mira@operators.example.com', 'admin-secret-of-the-tests'],
  );
  await send('GET', '/console/api/internal/billing/balance/acme-42');
  assert.equal(stub.asked[1]!.url, '/internal/billing/balance/acme-42');
  for (const [method, path] of [
    ['POST', '/internal/find'],
    ['POST', '/api/v1/admin/operators/sessions'],
    ['POST', '/internal/sign-in/sessions/check'],
  ] as const) {
    const { statusCode } = await send(method, `/console/api${path}`, { headers: json, payload: '{}' });
    assert.equal(statusCode, 404, path);
  }
});

test('an operator who may only look sees no contacts that a customer looked up', async () => {
  const shown = ['find/a/lkp_1', 'jobs/a/job_1/items', 'jobs/a/job_1/csv', 'calls/a/lkp_1?reveal=true'];
  for (const [role, status] of [
    ['reader', 403],
    ['support', 200],
  ] as const) {
    stub.operatorCheckedAs({ state: 'live', session: { ...liveOperator.session, role } });
    const codeOf = async (path: string) => (await send('GET', `/console/api/internal/${path}`)).statusCode;
    for (const path of shown) assert.equal(await codeOf(path), status, path);
    assert.equal(await codeOf('calls/a/lkp_1'), 200);
  }
});

test('an API that refuses the secret is our failure, not the end of the session', async () => {
  stub.answerWith((_, response) => void response.writeHead(401).end('{"code":"invalid_secret"}'));
  const { statusCode, body } = await send('GET', '/app/api/internal/billing/balance/me');
  assert.deepEqual([statusCode, JSON.parse(body).code], [502, 'api_unavailable']);
  stub.answerWith((_, response) => void response.writeHead(401).end('{"code":"key_banned"}'));
  assert.equal((await send('GET', '/app/api/internal/billing/balance/me')).json().code, 'key_banned');
});

test('an API that breaks off is 502', async () => {
  stub.answerWith((_, response) => void response.destroy());
  const { statusCode, body } = await send('GET', '/app/api/internal/billing/balance/me');
  assert.deepEqual([statusCode, JSON.parse(body).code], [502, 'api_unavailable']);
});

test('a refusal without an end is 502', async () => {
  stub.answerWith((_, response) => {
    response.writeHead(401);
    const more = setInterval(() => response.write('x'.repeat(40_000)), 1);
    response.once('close', () => clearInterval(more));
  });
  assert.equal((await send('GET', '/app/api/internal/billing/balance/me')).statusCode, 502);
});

test('a person has six downloads at once, which hold up no other call of theirs', async () => {
  const held: { end(): void }[] = [];
  stub.answerWith(({ url }, response) => {
    if (url.endsWith('/csv')) held.push(response);
    else response.end('{}');
  });
  const download = () => send('GET', '/app/api/internal/jobs/me/job_1/csv');
  const downloads = Array.from({ length: 6 }, download);
  await eventually(async () => assert.equal(held.length, 6));
  const refused = await download();
  assert.deepEqual([refused.statusCode, refused.json().code], [503, 'overloaded']);
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal((await send('GET', '/app/api/internal/billing/balance/me')).statusCode, 200);
  for (const response of held) response.end();
  assert.deepEqual(
    (await Promise.all(downloads)).map(({ statusCode }) => statusCode),
    Array(6).fill(200),
  );
});
