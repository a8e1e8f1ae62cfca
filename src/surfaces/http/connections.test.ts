import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { manualClock } from '#test/support/clock.ts';
import { type Connection, listening } from '#test/support/raw-connection.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { unansweredMax } from './connections.ts';

let service: TestService;
let open: Awaited<ReturnType<typeof listening>>;
const clock = manualClock();
before(async () => {
  service = await testService({ clock, environment: { CONNECTIONS_MAX: '10' } });
  open = await listening(service);
});
after(() => service[Symbol.asyncDispose]());

const health = 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n';

for (const [words, sent, status, code] of [
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
  ['no Host at an unknown address', 'GET /nope HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
  ['an expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n', 417, 'expectation_failed'],
  [
    'two expectations',
    'GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue, x\r\n\r\n',
    417,
    'expectation_failed',
  ],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method_not_allowed'],
  ['TRACE', 'TRACE / HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method_not_allowed'],
  ['OPTIONS', 'OPTIONS /api/v1/find HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method_not_allowed'],
  ['OPTIONS for all', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'not_found'],
  ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
  ['an unknown version', 'GET / HTTP/3.0\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformed_request'],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-Ops-Actor: a\0b\r\n\r\n', 400, 'malformed_request'],
  ['a NUL in the path', 'GET /reference/%00 HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'not_found'],
  ['a path of 15 KB', `GET /${'a'.repeat(15_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 404, 'not_found'],
  ['a path of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
] as const) {
  test(`a request with ${words} is ${status} and a problem`, async () => {
    const { socket, answer } = open.connection(sent);
    const { head, problem } = await answer();
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
    assert.match(head, /^content-type: application\/problem\+json/im);
    assert.match(head, new RegExp(`^x-request-id: ${problem.request_id}`, 'im'));
    assert.deepEqual([problem.status, problem.code], [status, code]);
    socket.destroy();
  });
}

for (const [words, sent] of [
  ['of HTTP/1.0 without a Host', 'GET /api/v1/health HTTP/1.0\r\n\r\n'],
  ['of HTTP/1.0 with an expectation', 'GET /api/v1/health HTTP/1.0\r\nExpect: 100-continue\r\n\r\n'],
  [
    'that would rather upgrade',
    health.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
  ],
  ['with the whole address', health.replace('/api', 'http://x/api')],
] as const) {
  test(`a request ${words} is answered`, async () => {
    const { socket, until } = open.connection(sent);
    assert.match(await until(/"ok"/), /^HTTP\/1.1 200 OK/);
    socket.destroy();
  });
}

for (const [words, path, status] of [
  ['without a key', '/api/v1/key/info', 401],
  ['whose path is longer than all headers may be', `/${'a'.repeat(20_000)}`, 431],
] as const) {
  test(`a HEAD request ${words} gets the headers of a refusal and no body`, async () => {
    const { closed, until } = open.connection(
      `HEAD ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    await closed;
    assert.match(await until(/$^/), new RegExp(`^HTTP/1.1 ${status} [^{]+\\r\\n\\r\\n$`));
  });
}

test('the tenth refusal on a connection closes it, the ninth does not', async () => {
  const { until, socket, closed } = open.connection('');
  const refused = 'GET /api/v1/key/info HTTP/1.1\r\nHost: x\r\n\r\n';
  for (let count = 1; count <= 10; count += 1) {
    socket.write(refused);
    const text = await until(new RegExp(`(HTTP/1.1 401 .+?\\}){${count}}`, 's'));
    assert.equal(/^connection: close/im.test(text), count === 10);
  }
  await closed;
});

test('pipelined requests are answered, up to the limit per connection', async () => {
  const { until, socket } = open.connection(health.repeat(unansweredMax));
  assert.ok(await until(new RegExp(`("ok".+?){${unansweredMax}}`, 's')));
  socket.destroy();
});

test('a connection with one pipelined request too many is cut, and the rest is ignored', async () => {
  let answers = 0;
  service.app.server.server.prependListener('request', (_, response) => {
    response.once('finish', () => {
      answers += 1;
    });
  });
  await open.connection(health.repeat(500)).closed;
  assert.ok(answers <= unansweredMax, `${answers} were answered`);
  const next = open.connection(health);
  assert.equal(await answered(next), true);
  next.socket.destroy();
});

const answered = async ({ until }: Connection) => /200 OK/.test(await until(/"ok"/));

test('beyond the limit a new connection is closed, and idle ones make room', async () => {
  const waiting = Array.from({ length: 9 }, () => open.connection('GET / HTTP/1.1\r\nHost: '));
  const idle = open.connection(health);
  assert.equal(await answered(idle), true);
  clock.advance(60_000);
  const dropped = once(open.server, 'drop');
  const turnedAway = open.connection(health);
  await dropped;
  assert.equal(await answered(turnedAway), false);
  await idle.closed;
  const next = open.connection(health);
  assert.equal(await answered(next), true);
  for (const { socket } of [...waiting, next]) socket.destroy();
});
