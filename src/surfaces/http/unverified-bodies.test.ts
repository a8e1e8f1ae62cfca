import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { type Connection, listening } from '#test/support/raw-connection.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { unverifiedBytesMax } from './unverified-bodies.ts';

let service: TestService;
let open: Awaited<ReturnType<typeof listening>>;
before(async () => {
  service = await testService({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  open = await listening(service);
});
after(() => service[Symbol.asyncDispose]());

const MiB = 1024 * 1024;
const path = '/api/v1/identity/whatsapp/webhook';
const head = (bytes: number, sender = 0) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.${sender}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;

async function statusOfSmallBody(sender = 0): Promise<string> {
  const { socket, answer } = open.connection(`${head(2, sender)}{}`);
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec((await answer()).head)!;
  socket.destroy();
  return status!;
}

test('beyond 48 MiB of unfinished unsigned bodies a delivery is 503, until their senders are gone', async () => {
  const length = Math.ceil(unverifiedBytesMax / (2 * MiB));
  const senders: Connection[] = Array.from({ length }, (_, at) => {
    const sender = open.connection(head(3 * MiB, at + 1));
    sender.socket.write(Buffer.alloc(2 * MiB, ' '));
    return sender;
  });
  await eventually(async () => assert.equal(await statusOfSmallBody(), '503'));
  for (const { socket } of senders) socket.destroy();
  await eventually(async () => assert.equal(await statusOfSmallBody(), '401'));
});

test('one address holds an eighth, which keeps nobody else out, and a refused body is let go at once', async () => {
  const senders: Connection[] = Array.from({ length: 3 }, () => {
    const sender = open.connection(head(3 * MiB));
    sender.socket.write(Buffer.alloc(2 * MiB, ' '));
    return sender;
  });
  await eventually(async () => assert.equal(await statusOfSmallBody(), '503'));
  assert.equal(await statusOfSmallBody(1), '401');
  const refused = open.connection(head(3 * MiB));
  refused.socket.write(Buffer.alloc(2 * MiB, ' '));
  assert.match((await refused.answer()).head, / 503 /);
  senders[0]!.socket.destroy();
  await eventually(async () => assert.equal(await statusOfSmallBody(), '401'));
  for (const { socket } of [...senders, refused]) socket.destroy();
});
