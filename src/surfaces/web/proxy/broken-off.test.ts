import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { Log } from '#core/context.ts';
import { eventually } from '#test/support/eventually.ts';
import { listening } from '#test/support/raw-connection.ts';
import { pagesWithStub, signedInHeaders } from '#test/support/stub-api.ts';

/** A browser that leaves is no fault of ours. */
const lines: string[] = [];
const told =
  (level: string): Log['info'] =>
  (fields, message) =>
    void lines.push(`${level}: ${message} ${(fields as { code?: string }).code ?? ''}`);
const log: Log = { debug: told('debug'), info: told('info'), warn: told('warn'), error: told('error') };
const stub = await pagesWithStub({}, log);
after(() => stub[Symbol.asyncDispose]());
const open = await listening({ app: { server: stub.pages.server } } as never);
beforeEach(() => {
  lines.length = 0;
});

const headers = Object.entries(signedInHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
const answered = () => lines.filter((line) => line.includes('answered'));
const faults = () => lines.filter((line) => /^(error|warn)/.test(line));

test('a page that is left while the API answers is no error', async () => {
  stub.answerWith(() => {});
  const { socket } = open.connection(`GET /app/api/internal/billing/balance/me HTTP/1.1\r\n${headers}\r\n`);
  await eventually(async () => assert.equal(stub.asked.length, 1));
  socket.resetAndDestroy();
  await eventually(async () => assert.equal(answered().length, 1));
  assert.deepEqual(faults(), []);
});

test('nor is one that is left while it reads an answer', async () => {
  stub.answerWith((_, response) => void response.write('{"a":'));
  const { socket, until } = open.connection(
    `GET /app/api/internal/billing/balance/me HTTP/1.1\r\n${headers}\r\n`,
  );
  await until(/"a":/);
  socket.resetAndDestroy();
  await eventually(async () => assert.equal(answered().length, 1));
  assert.deepEqual(faults(), []);
});

test('nor is one that is left while it sends a file', async () => {
  const { socket } = open.connection(
    `POST /app/api/internal/jobs HTTP/1.1\r\n${headers}content-type: text/csv\r\ncontent-length: 1000\r\n\r\nName,`,
  );
  await new Promise((resolve) => open.server.once('request', resolve));
  socket.resetAndDestroy();
  await eventually(async () => assert.equal(answered().length, 1));
  assert.deepEqual(faults(), []);
});

test('a connection stays usable when the API refuses a body that it has not read', async () => {
  stub.refuseUnread();
  const size = 2_000_000;
  const { socket, until } = open.connection(
    `POST /app/api/internal/jobs/me HTTP/1.1\r\n${headers}content-type: text/csv\r\ncontent-length: ${size}\r\n\r\n`,
  );
  socket.write('x'.repeat(size));
  await until(/body_too_large"\}/);
  socket.write(`GET /app/api/internal/billing/balance/me HTTP/1.1\r\n${headers}\r\n`);
  assert.match(await until(/body_too_large[\s\S]*body_too_large"\}/), /body_too_large[\s\S]*body_too_large/);
  socket.destroy();
});
