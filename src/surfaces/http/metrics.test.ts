import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testSecrets, testService } from '#test/support/service.ts';
import { listenForMetrics } from './metrics-listener.ts';

const service = await testService({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
after(() => service[Symbol.asyncDispose]());

const callers: [remoteAddress: string, headers?: Record<string, string>][] = [
  ['127.0.0.1'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ['127.0.0.1', { 'x-forwarded-for': '127.evil' }],
  ['203.0.113.7'],
];
for (const [remoteAddress, headers = {}] of callers) {
  test(`metrics need the admin secret, even from ${remoteAddress} ${JSON.stringify(headers)}`, async () => {
    const get = (more: object) =>
      service.request('GET', '/metrics', { remoteAddress, headers: { ...headers, ...more } });
    const refused = await get({});
    assert.deepEqual([refused.statusCode, refused.json().code], [401, 'invalid_secret']);
    assert.equal((await get({ 'x-admin-secret': 'wrong' })).statusCode, 401);
    const answer = await get({ 'x-admin-secret': testSecrets.admin_secret });
    assert.equal(answer.statusCode, 200);
    assert.match(answer.body, /contactry_http_answer_seconds/);
  });
}

test('a separate address serves the metrics without a secret, and nothing else', async () => {
  await using listener = await listenForMetrics({ host: '127.0.0.1', port: 0 }, service.app.metrics);
  const answer = await fetch(listener.url);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
  assert.match(await answer.text(), /contactry_rate_limit_shared 1/);
  for (const [path, method] of [
    ['/', 'GET'],
    ['/api/v1/status', 'GET'],
    ['/metrics', 'POST'],
  ] as const) {
    const other = await fetch(new URL(path, listener.url), { method });
    assert.equal(other.status, 404, `${method} ${path}`);
  }
});

test('an address in use is an error', async () => {
  await using listener = await listenForMetrics({ host: '127.0.0.1', port: 0 }, service.app.metrics);
  const port = Number(new URL(listener.url).port);
  await assert.rejects(listenForMetrics({ host: '127.0.0.1', port }, service.app.metrics), {
    code: 'EADDRINUSE',
  });
});
