import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { type Connection, listening } from '#test/support/raw-connection.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { unverifiedBytesMax } from './unverified-bodies.ts';

let service: TestService;
let open: Awaited<ReturnType<typeof listening>>;
before(async () => {
  service = await testService();
  open = await listening(service);
});
after(() => service[Symbol.asyncDispose]());

const MiB = 1024 * 1024;
const path = '/api/v1/identity/whatsapp/webhook';
const head = (bytes: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;

async function statusOfSmallBody(): Promise<string> {
  const { socket, answer } = open.connection(`${head(2)}{}`);
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec((await answer()).head)!;
  socket.destroy();
  return status!;
}

test('beyond 48 MiB of unfinished unsigned bodies a delivery is 503, until their senders are gone', async () => {
  const senders: Connection[] = Array.from({ length: Math.ceil(unverifiedBytesMax / (2 * MiB)) }, () => {
    const sender = open.connection(head(3 * MiB));
    sender.socket.write(Buffer.alloc(2 * MiB, ' '));
    return sender;
  });
  await eventually(async () => assert.equal(await statusOfSmallBody(), '503'));
  for (const { socket } of senders) socket.destroy();
  await eventually(async () => assert.equal(await statusOfSmallBody(), '401'));
});
