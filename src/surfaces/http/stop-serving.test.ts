import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { beforeEach, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { listening } from '#test/support/raw-connection.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
let open: Awaited<ReturnType<typeof listening>>;
beforeEach(async () => {
  service = await testService();
  open = await listening(service);
});

const stop = () => service[Symbol.asyncDispose]();
const ready = 'GET /ready HTTP/1.1\r\nHost: x\r\n';
const begun = () =>
  'POST /api/v1/opt-out HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{';

/** Listening on the port has ended. */
const refused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(false) ?? socket.destroy());
    socket.once('error', () => resolve(true));
  });

test('a stopping process is not ready, and still accepts requests on open connections', async () => {
  service.app.leave();
  const asked = open.connection(`${ready}\r\n`);
  const { head, problem } = await asked.answer();
  assert.deepEqual([problem.status, problem.code], [503, 'stopping']);
  assert.match(head, /content-type: application\/problem\+json/i);
  assert.match(head, /retry-after: 2/i);
  assert.doesNotMatch(head, /connection: close/i);
  assert.equal((await service.request('GET', '/api/v1/health')).statusCode, 200);
  asked.socket.destroy();
  await stop();
});

test('a response in progress when the service stops closes its connection', async () => {
  const { socket, answer, closed } = open.connection(begun());
  await new Promise((resolve) => open.server.once('request', resolve));
  const stopped = stop();
  socket.write('}');
  const text = (await answer()).head;
  assert.match(text, /^HTTP\/1.1 422/);
  assert.match(text, /connection: close/i);
  await closed;
  await stopped;
});

test('a request that was arriving when the service stopped is answered with a problem document', async () => {
  const { socket, answer } = open.connection(ready);
  await new Promise((resolve) => open.server.once('connection', resolve));
  service.app.leave();
  const { port } = open.server.address() as { port: number };
  const stopped = stop();
  await eventually(async () => assert.equal(await refused(port), true));
  socket.write('\r\n');
  const { head, problem } = await answer();
  assert.deepEqual([problem.status, problem.code], [503, 'stopping']);
  assert.match(head, /connection: close/i);
  assert.match(head, /retry-after/i);
  await stopped;
});

test('connections that are idle, or never sent anything, do not keep the service from stopping', async () => {
  const idle = open.connection(`${ready}\r\n`);
  await idle.until(/ready"\}/);
  const silent = open.connection('');
  await new Promise((resolve) => silent.socket.once('connect', resolve));
  await stop();
  await Promise.all([idle.closed, silent.closed]);
});

test('connections that wait to be taken are answered before the port closes', async () => {
  const waiting = Array.from({ length: 30 }, () => open.connection(`${ready}\r\n`));
  await Promise.all(waiting.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
  const taken = await new Promise<number>((resolve) =>
    open.server.getConnections((_, count) => resolve(count)),
  );
  assert.ok(taken < waiting.length, 'some connections wait');
  const stopped = stop();
  for (const { until } of waiting) assert.match(await until(/\}$/), /^HTTP\/1.1 (200|503)/);
  await stopped;
});
