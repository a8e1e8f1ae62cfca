import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { manifest } from '#app/manifest.ts';
import { bodiesOf, doorName, mayHaveBody } from '#core/door.ts';
import { givenKey } from '#test/support/kit.ts';
import { listening } from '#test/support/raw-connection.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';
import { restMsMax } from './request/body-deadline.ts';

/** The credential is checked before the body is read. */
let service: TestService;
let open: Awaited<ReturnType<typeof listening>>;
before(async () => {
  service = await testService();
  open = await listening(service);
});
after(() => service[Symbol.asyncDispose]());

/** A request whose body has started and does not end. */
const begun = (path: string, { headers = '', method = 'POST', type = 'application/json' } = {}) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Type: ${type}\r\nContent-Length: 9000\r\n\r\n{"a":`;

const guarded = manifest.operations
  .flatMap(({ doors }) => doors)
  .filter((door) => mayHaveBody(door) && door.access !== 'public' && door.access !== 'signed');
for (const door of guarded) {
  test(`${doorName(door)} refuses a caller without a credential before the body ends`, async () => {
    const path = door.path.replace(/\{\w+\}/g, 'x');
    const [type] = Object.keys(bodiesOf(door));
    const { socket, answer } = open.connection(begun(path, { method: door.method, type }));
    const { problem } = await answer();
    assert.equal(problem.status, 401);
    socket.destroy();
  });
}

for (const [path, type] of [
  ['/api/v1/find', 'application/json'],
  ['/api/v1/admin/directory/imports', 'text/csv'],
  ['/nothing-here', 'application/json'],
] as const) {
  test(`a refused body at ${path} that keeps trickling in is cut off 5 seconds after the answer`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { socket, answer, closed } = open.connection(begun(path, { type }));
    const asked = once(open.server, 'request');
    await answer();
    const [request] = await asked;
    t.mock.timers.tick(restMsMax - 1);
    assert.equal(request.destroyed, false);
    socket.write('x');
    t.mock.timers.tick(1);
    await closed;
  });
}

test('the five seconds keep no process alive that has stopped', async (t) => {
  const timers = t.mock.method(globalThis, 'setTimeout').mock;
  const { socket, answer } = open.connection(begun('/api/v1/find'));
  await answer();
  const holding = timers.calls
    .filter(({ arguments: [, ms] }) => ms === restMsMax)
    .map(({ result }) => result?.hasRef());
  assert.deepEqual(holding, [false]);
  socket.destroy();
});

test('an admitted import has no time limit', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const headers = `X-Admin-Secret: ${testSecrets.admin_secret}\r\n`;
  const file = 'profile_url,email\ngithub.com/slow-person,slow@example.com\n';
  const { socket, answer } = open.connection(
    `POST /api/v1/admin/directory/imports HTTP/1.1\r\nHost: x\r\n${headers}Content-Type: text/csv\r\n` +
      `Content-Length: ${file.length}\r\n\r\n${file.slice(0, 5)}`,
  );
  await once(open.server, 'request');
  await nextTurn();
  t.mock.timers.tick(50_000);
  socket.write(file.slice(5));
  const { head } = await answer();
  assert.match(head, /^HTTP\/1.1 200/);
  socket.destroy();
});

test('a refused body that ends leaves the connection open for the next request', async () => {
  const { socket, answer, until } = open.connection(begun('/api/v1/find'));
  await answer();
  socket.write(`${'x'.repeat(8995)}GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n`);
  assert.match(await until(/"ok"/), /HTTP\/1.1 200 OK/);
  socket.destroy();
});

const expecting = (headers: string) =>
  `POST /api/v1/admin/directory/imports HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n${headers}` +
  'Content-Type: text/csv\r\nContent-Length: 20\r\n\r\n';

test('a refused caller that sends Expect gets the refusal without sending the body, and the connection closes', async () => {
  const { answer, closed } = open.connection(expecting(''));
  const { head, problem } = await answer();
  assert.equal(problem.code, 'invalid_secret');
  assert.match(head, /^connection: close/im);
  await closed;
});

test('an admitted caller that sends Expect gets 100 Continue', async () => {
  const { socket, until } = open.connection(expecting(`X-Admin-Secret: ${testSecrets.admin_secret}\r\n`));
  assert.match(await until(/\r\n\r\n/), /^HTTP\/1.1 100 Continue\r\n\r\n$/);
  socket.write('profile_url,email\na,');
  assert.match(await until(/rejected/), /HTTP\/1.1 200 OK/);
  socket.destroy();
});

const find = async (payload: string, headers: object = {}) => {
  const { text } = await givenKey(service.database.db, { rate_limit_per_min: 7 });
  return service.app.server.inject({
    method: 'POST',
    url: '/api/v1/find',
    payload,
    headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json', ...headers },
  });
};

for (const [words, status, payload, headers] of [
  ['is not JSON', 422, '{', {}],
  ['has a member of a wrong type', 422, '{"profile_url":1}', {}],
  ['is of a wrong type', 415, 'a', { 'content-type': 'text/plain' }],
  ['is too large', 413, 'x'.repeat(100_000), {}],
] as const) {
  test(`a request whose body ${words} is counted once, and its answer says so`, async () => {
    const response = await find(payload, headers);
    assert.equal(response.statusCode, status);
    assert.equal(response.headers.ratelimit, '"key";r=6;t=60');
  });
}

test('a body of unknown length is read up to the limit and answered', async () => {
  const { text } = await givenKey(service.database.db);
  for (const type of ['application/json', 'application/vnd.x+json']) {
    const { socket, answer } = open.connection(
      `POST /api/v1/find HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${text}\r\nContent-Type: ${type}\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n20000\r\n${'x'.repeat(0x20000)}\r\n`,
    );
    assert.equal((await answer()).problem.code, 'body_too_large');
    socket.destroy();
  }
});

for (const method of ['GET', 'DELETE'] as const) {
  for (const type of ['application/json', 'text/plain', '/']) {
    test(`a body of ${type} that ${method} does not read is neither validated nor refused for its size`, async () => {
      const { statusCode, body } = await service.app.server.inject({
        method,
        url: '/api/v1/admin/suppressions?email=nobody-hidden@example.com',
        payload: 'x'.repeat(2_000_000),
        headers: { 'x-admin-secret': testSecrets.admin_secret, 'content-type': type },
      });
      assert.equal(statusCode, method === 'GET' ? 200 : 404, body);
    });
  }
}
