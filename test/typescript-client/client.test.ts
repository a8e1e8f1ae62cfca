import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Client,
  ConnectionError,
  InsufficientCreditsError,
  ValidationError,
} from '../../clients/typescript/src/index.ts';
import { eventually } from '../support/eventually.ts';
import { scripted } from './scripted.ts';

const find = { body: { profile_url: 'https://github.com/asha-example' } };
const busy = { status: 503, headers: { 'retry-after': '0' }, body: { code: 'overloaded', detail: 'Busy.' } };

test('a call is repeated with one Idempotency-Key after a lost connection and after 503', async (t) => {
  const { baseUrl, asked } = await scripted(t, [{ hangUp: true }, busy, { body: { id: 'lkp_1' } }]);

  const answer = await new Client({ baseUrl, key: 'cty_test_1' }).call('POST /api/v1/find', find);

  assert.equal(answer.id, 'lkp_1');
  assert.equal(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size, 1);
  assert.ok(asked[0]!.headers['idempotency-key']);
  assert.deepEqual(
    asked.map(({ headers }) => headers.authorization),
    Array(3).fill('Bearer cty_test_1'),
  );
  assert.deepEqual(JSON.parse(asked[2]!.text), find.body);
});

test('an id of dots leads to no other address', async (t) => {
  const { baseUrl, asked } = await scripted(t, []);
  const client = new Client({ baseUrl });
  for (const lookup_id of ['.', '..'])
    await assert.rejects(client.call('GET /api/v1/find/{lookup_id}', { path: { lookup_id } }), TypeError);
  assert.equal(asked.length, 0);
});

test('a refusal for lack of credits is its own class with its members, and is not retried', async (t) => {
  const problem = {
    code: 'insufficient_credits',
    status: 402,
    detail: 'Buy credits.',
    request_id: 'r1',
    balance: 0,
    required: 1,
  };
  const { baseUrl, asked } = await scripted(t, [
    { status: 402, headers: { 'retry-after': '0', 'x-request-id': 'r1' }, body: problem },
  ]);

  await assert.rejects(new Client({ baseUrl }).call('POST /api/v1/find', find), (error) => {
    assert.ok(error instanceof InsufficientCreditsError);
    const { code, status, balance, required, requestId, message, name } = error;
    assert.deepEqual(
      { code, status, balance, required, requestId, message, name },
      {
        code: 'insufficient_credits',
        status: 402,
        balance: 0,
        required: 1,
        requestId: 'r1',
        message: 'Buy credits.',
        name: 'InsufficientCreditsError',
      },
    );
    return true;
  });
  assert.equal(asked.length, 1);
});

test('422 tells every fault with its place', async (t) => {
  const detail = [{ loc: ['body', 'profile_url'], msg: 'Field required', type: 'missing' }];
  const { baseUrl } = await scripted(t, [
    { status: 422, headers: { 'x-request-id': 'r2' }, body: { detail } },
  ]);

  await assert.rejects(new Client({ baseUrl }).call('POST /api/v1/find', find), (error) => {
    assert.ok(error instanceof ValidationError);
    assert.deepEqual([error.faults, error.requestId], [detail, 'r2']);
    assert.match(error.message, /body\.profile_url: Field required/);
    return true;
  });
});

test('what the service would do twice is not repeated after a lost connection', async (t) => {
  const { baseUrl, asked } = await scripted(t, [{ hangUp: true }]);
  const call = new Client({ baseUrl }).call('PATCH /api/v1/admin/platform', {
    body: { changes: { free_repeat_days: 1 }, expected_version: 1, reason: 'A day of thanks' },
  });

  await assert.rejects(call, ConnectionError);
  assert.equal(asked.length, 1);
});

test('429 is repeated after the time that the service names, unless that is more than a minute', async (t) => {
  const tooMany = (seconds: string) => ({
    status: 429,
    headers: { 'retry-after': seconds },
    body: { code: 'rate_limited', detail: '' },
  });
  const soon = await scripted(t, [tooMany('0'), { body: { status: 'ok' } }]);
  const late = await scripted(t, [tooMany('3600')]);

  await new Client(soon).call('GET /api/v1/health');
  await assert.rejects(new Client(late).call('GET /api/v1/health'), {
    code: 'rate_limited',
    retryAfter: 3600,
  });
});

test('a signal ends the call also while it waits for its next attempt', async (t) => {
  const { baseUrl } = await scripted(t, [{ ...busy, headers: { 'retry-after': '30' } }]);
  const stop = new AbortController();
  const waits = t.mock.method(globalThis, 'setTimeout').mock;
  const call = new Client({ baseUrl, timeout: 600_000 }).call(
    'GET /api/v1/health',
    {},
    { signal: stop.signal },
  );
  const isWaiting = () => waits.calls.some(({ arguments: [, ms] }) => ms! >= 30_000 && ms! < 31_000);
  await eventually(async () => assert.ok(isWaiting()));
  stop.abort();

  await assert.rejects(call, { name: 'AbortError' });
});

test('an answer that is not the service’s own says so', async (t) => {
  const { baseUrl } = await scripted(t, [{ status: 502, headers: { 'content-type': 'text/html' } }]);

  await assert.rejects(new Client({ baseUrl, maxRetries: 0 }).call('GET /api/v1/health'), {
    code: 'http_502',
    message: /proxy/,
  });
});

test('callWithResponse returns the headers of an answer', async (t) => {
  const { baseUrl } = await scripted(t, [
    { headers: { 'x-credits-remaining': '24' }, body: { id: 'lkp_1' } },
  ]);

  const { answer, response } = await new Client({ baseUrl }).callWithResponse('POST /api/v1/find', find);

  assert.deepEqual([answer.id, response.headers.get('x-credits-remaining')], ['lkp_1', '24']);
});

test('an impossible address is refused when the client is made', () => {
  for (const baseUrl of ['', 'contacts.example.com', '/app/api', 'ftp://contacts.example.com', 'https://'])
    assert.throws(() => new Client({ baseUrl }), /It must be like https:/);
});

test('a program without types learns what is wrong with a route or its path, before anything is sent', async () => {
  const client = new Client({
    baseUrl: 'http://127.0.0.1:9',
    fetch: () => assert.fail('nothing may be sent'),
  });
  const call = client.call.bind(client) as (route: string, request?: object) => Promise<unknown>;
  const route = 'GET /api/v1/find/{lookup_id}';
  await assert.rejects(
    call('find'),
    /^TypeError: The route is 'find'\. It must be like 'POST \/api\/v1\/find'\./,
  );
  await assert.rejects(call(route), /^TypeError: GET .* needs path: { lookup_id }\./);
  await assert.rejects(call(route, { path: { lookup_id: '' } }), TypeError);
});

test('an answer without an end is given up, whether it refuses or not', async () => {
  const chunk = new Uint8Array(8 * 1024 * 1024).fill(0x20);
  for (const status of [200, 400]) {
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
    const headers = { 'content-type': 'application/json' };
    const fetch = (async () => new Response(body, { status, headers })) as never;
    const endless = new Client({ baseUrl: 'http://127.0.0.1', fetch });
    await assert.rejects(endless.call('GET /api/v1/health'), { code: `http_${status}` });
  }
});
