import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Log } from '#core/context.ts';
import { eventually } from '#test/support/eventually.ts';
import { givenKey } from '#test/support/kit.ts';
import { listening } from '#test/support/raw-connection.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';

/** A caller that disconnects while sending a body is not a service error. */
let service: TestService;
let open: Awaited<ReturnType<typeof listening>>;
let lines: string[] = [];
const told =
  (level: string): Log['info'] =>
  (fields, message) =>
    void lines.push(
      `${level}: ${message} ${'hungUp' in fields ? 'to nobody' : (fields as { code?: string }).code}`,
    );

before(async () => {
  const log: Log = { debug: told('debug'), info: told('info'), warn: told('warn'), error: told('error') };
  service = await testService({ log });
  open = await listening(service);
});
after(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  lines = [];
});

const faults = () => lines.filter((line) => line.startsWith('error'));
const metrics = async () => (await service.request('GET', '/metrics')).body;

const begun = (path: string, headers: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Type: ${type}\r\nContent-Length: 100\r\n\r\n{"a":`;

for (const type of ['application/json', 'application/vnd.x+json']) {
  for (const how of ['resetAndDestroy', 'end'] as const) {
    test(`a body of ${type} that ends with ${how}() is logged as a disconnect and not counted as an error`, async () => {
      const { text } = await givenKey(service.database.db);
      const { socket } = open.connection(begun('/api/v1/find', `Authorization: Bearer ${text}\r\n`, type));
      await new Promise((resolve) => open.server.once('request', resolve));
      socket[how]();
      const line = how === 'end' ? 'info: answered request_incomplete' : 'info: answered to nobody';
      await eventually(async () => assert.equal(lines[0], line));
      assert.deepEqual(faults(), []);
      assert.doesNotMatch(await metrics(), /contactry_http_answer_seconds_count\{[^}]*status="5/);
    });
  }
}

test('a caller that half-closes its connection too early gets an error', async () => {
  const { socket, answer } = open.connection(begun('/api/v1/opt-out', '', 'application/json'));
  socket.end();
  const { problem } = await answer();
  assert.deepEqual([problem.status, problem.code], [400, 'request_incomplete']);
});

test('an import whose sender disconnects is interrupted, and not counted as an error', async () => {
  const headers = `X-Admin-Secret: ${testSecrets.admin_secret}\r\n`;
  const { socket } = open.connection(begun('/api/v1/admin/directory/imports', headers, 'text/csv'));
  await new Promise((resolve) => open.server.once('request', resolve));
  socket.resetAndDestroy();
  await eventually(async () => {
    const { items } = (await service.admin('GET', '/api/v1/admin/directory/imports')).json();
    assert.equal(items[0]?.status, 'interrupted');
  });
  assert.deepEqual(faults(), []);
  assert.doesNotMatch(await metrics(), /contactry_http_answer_seconds_count\{[^}]*status="5/);
});
