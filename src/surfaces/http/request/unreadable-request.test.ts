import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { testService } from '#test/support/service.ts';
import { bodyMsMax, restMsMax } from './body-deadline.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
await service.app.server.listen({ host: '127.0.0.1', port: 0 });
const { server } = service.app.server;

interface Problem {
  status: number;
  code: string;
  request_id: string;
}

/** An open connection on which `sent` was written. `answer` reads until it closes. */
function connection(sent: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(sent);
  const answer = async () => {
    const [head, body] = (await text(socket)).split('\r\n\r\n') as [string, string];
    return { head, problem: JSON.parse(body) as Problem };
  };
  return { socket, answer };
}

const isProblem = (head: string, { request_id, status }: Problem): boolean =>
  head.startsWith(`HTTP/1.1 ${status} `) &&
  /^content-type: application\/problem\+json/im.test(head) &&
  head.toLowerCase().includes(`x-request-id: ${request_id}`);

for (const path of [
  '/internal/billing/balance/a%zz',
  '/%ff',
  `/internal/billing/balance/${'a'.repeat(3000)}`,
]) {
  test(`${path.slice(0, 40)} is a problem with the id of the request`, async () => {
    const response = await service.request('GET', path, { headers: { 'x-request-id': 'asked-1' } });
    assert.equal(response.statusCode, 404);
    assert.match(String(response.headers['content-type']), /^application\/problem\+json/);
    assert.equal(response.headers['x-request-id'], 'asked-1');
    const { code, request_id, status } = response.json();
    assert.deepEqual({ code, request_id, status }, { code: 'not_found', request_id: 'asked-1', status: 404 });
  });
}

for (const [words, sent, code, status] of [
  ['text that is not HTTP', 'hello\r\n\r\n', 'malformed_request', 400],
  ['a header of 20 KB', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 'headers_too_large', 431],
] as const) {
  test(`${words} is answered with ${status} and a problem`, async () => {
    const { head, problem } = await connection(sent).answer();
    assert.deepEqual([problem.code, problem.status], [code, status]);
    assert.ok(isProblem(head, problem), head);
  });
}

const unfinished = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n{"a":`;

for (const type of ['application/json', 'application/vnd.x+json']) {
  test(`a body of ${type} that does not end is 408 after its time, to the millisecond`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { socket, answer } = connection(unfinished('/api/v1/opt-out', type));
    const answered = once(socket, 'readable');
    await once(server, 'request');
    await nextTurn();
    t.mock.timers.tick(bodyMsMax - 1);
    assert.equal(socket.readableLength, 0);
    t.mock.timers.tick(1);
    await answered;
    const { head, problem } = await answer();
    assert.deepEqual([problem.code, problem.status], ['request_timeout', 408]);
    assert.ok(isProblem(head, problem), head);
  });
}

test('a caller that was answered before the end of its body is cut off soon after', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { socket } = connection(unfinished('/%ff', 'application/json'));
  await once(socket, 'readable');
  assert.match(String(socket.read()), /^HTTP\/1\.1 404 /);
  t.mock.timers.tick(restMsMax);
  await once(socket, 'close');
});

test('a body that has arrived completely has no deadline', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const body = '{"email":"whole@example.com"}';
  const { socket } = connection(
    `POST /nothing-here HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const [request] = await once(server, 'request');
  await once(request, 'end');
  t.mock.timers.tick(bodyMsMax);
  await once(socket, 'readable');
  assert.match(String(socket.read()), /^HTTP\/1\.1 404 /);
  socket.destroy();
});

test('a compressed body is refused as that, and nothing of it is read as JSON', async () => {
  const response = await service.request('POST', '/api/v1/opt-out', {
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync('{"profile_url":"https://github.com/asha-example"}'),
  });
  assert.equal(response.statusCode, 415);
  assert.equal(response.headers['accept-encoding'], 'identity');
  assert.match(response.json().detail, /content encoding 'gzip'.*uncompressed/);
});
