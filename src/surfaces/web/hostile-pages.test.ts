/** Requests that no browser sends, on real connections. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { listening } from '#test/support/raw-connection.ts';
import { live, pagesWithStub, signedInHeaders } from '#test/support/stub-api.ts';

const stub = await pagesWithStub();
const open = await listening({ app: { server: stub.pages.server } });
after(() => stub[Symbol.asyncDispose]());

const cookie = `Cookie: ${signedInHeaders.cookie}\r\nSec-Fetch-Site: same-origin\r\n`;
const statusOf = async (sent: string) => {
  const connection = open.connection(sent);
  const received = await connection.until(/\r\n\r\n/);
  connection.socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1]);
};
const get = (path: string, more = '') =>
  statusOf(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}${more}\r\n`);

test('dots in a path lead out of no door', async () => {
  for (const path of [
    '/app/api/internal/jobs/me/%2e%2e/items',
    '/app/api/internal/jobs/me/../items',
    '/app/api/../../internal/identity/locked',
    '/app/api/internal/jobs/me/..%5c..%5citems/items',
    'http://127.0.0.1/app/api/../internal/identity/locked',
  ]) {
    await get(path);
  }
  const left = stub.asked.filter(({ url }) => !url.startsWith('/internal/jobs/usr_own/'));
  assert.deepEqual(left, []);
  assert.ok(
    stub.asked.every(({ url }) => !url.includes('/../')),
    'no part of dots arrives',
  );
});

test('an upgrade is answered as if it had not been asked for', async () => {
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n';
  assert.equal(await get('/app', upgrade), 200);
  assert.equal(await get('/app/api/internal/billing/balance/me', upgrade), 200);
  assert.equal(stub.asked.at(-1)!.headers.upgrade, undefined);
});

test('a request inside a request does not reach the API', async () => {
  const before = stub.asked.length;
  const inner = 'POST /internal/identity/register HTTP/1.1\r\nHost: x\r\n\r\n';
  const post = `POST /app/api/internal/jobs/me HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}Content-Type: text/csv\r\n`;
  assert.equal(
    await statusOf(`${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`),
    400,
  );
  assert.equal(await statusOf(`${post}Content-Length: 4\r\nContent-Length: 40\r\n\r\n${inner}`), 400);
  assert.equal(await get('/app/api/internal/billing/balance/me', 'If-None-Match: "a\tb"\r\n'), 200);
  assert.equal(stub.asked.length, before + 1);
});

test('a made-up host is not where people are sent', async () => {
  const connection = open.connection('GET /app/sign-in/start HTTP/1.1\r\nHost: evil.example\r\n\r\n');
  const received = await connection.until(/\r\n\r\n/);
  connection.socket.destroy();
  assert.doesNotMatch(received, /evil/);
});

test('cookies of nonsense are no session', async () => {
  for (const value of ['', 'x', 'a'.repeat(42), `${'a'.repeat(42)}%00`, '../../etc', 'a'.repeat(4_000)]) {
    const sent = `GET /app HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: contactry_app=${value}\r\n\r\n`;
    assert.equal(await statusOf(sent), 303, value);
  }
});

test('what a browser breaks off is broken off at the API too', async () => {
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  stub.answerWith((_, response) => {
    response.once('close', resolve);
    begin();
  });
  const path = '/app/api/internal/jobs/me/job_1/csv';
  const { socket } = open.connection(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}\r\n`);
  await begun;
  socket.destroy();
  await gone;
});

test('a slow reader has six downloads at once, and keeps no other person and no page of his own waiting', async () => {
  const begun = new Set<object>();
  stub.answerWith(({ url }, response) => {
    if (!url.endsWith('/csv')) return response.end('{}');
    response.write('x');
    begun.add(response);
  });
  const path = '/app/api/internal/jobs/me/job_1/csv';
  const slow = Array.from({ length: 32 }, () =>
    open.connection(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}\r\n`),
  );
  const answers = await Promise.all(slow.map((connection) => connection.until(/\r\n\r\n/)));
  const taken = answers.filter((answer) => answer.startsWith('HTTP/1.1 200'));
  const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 503'));
  assert.deepEqual([taken.length, refused.length, begun.size], [6, 26, 6]);
  assert.match(refused[0]!, /retry-after: 1\r\n/i);
  assert.equal(await get('/app'), 200);
  assert.equal(await get('/app/api/internal/billing/balance/me'), 200);
  assert.equal(await get('/console/api/internal/billing/balance/acme'), 200);

  stub.checkedAs({ ...live, session: { ...live.session, account_id: 'usr_other' } });
  const other = `Cookie: contactry_app=${'c'.repeat(43)}\r\nSec-Fetch-Site: same-origin\r\n`;
  assert.equal(await statusOf(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${other}\r\n`), 200);
  stub.checkedAs(live);

  for (const { socket } of slow) socket.destroy();
  await eventually(async () => assert.equal(await get(path), 200));
});

test('members of a query that come twice are no failure', async () => {
  for (const path of [
    '/console/sign-in/link?token=a&token=b',
    '/app/sign-in?to=/app&to=/app&because=ended&because=x',
  ]) {
    assert.equal(await get(path), 200, path);
  }
});

test('a check without an account lets no caller choose one', async () => {
  for (const state of [null, { state: 'live', session: {} }, { state: 'live', session: 5 }]) {
    stub.checkedAs(state as object);
    assert.equal(await get('/app/api/internal/billing/balance/another'), 502);
  }
  stub.checkedAs(live);
});
