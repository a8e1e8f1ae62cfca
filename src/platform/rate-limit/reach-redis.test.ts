import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { reachRedis } from './reach-redis.ts';

/** A server that gives the same reply to every Redis command. */
async function serverSaying(answer: string) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const commands = String(chunk).match(/^\*\d+\r$/gm) ?? [];
      socket.write(answer.repeat(commands.length));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, [Symbol.dispose]: () => void server.close() };
}

test('a Redis that responds is accepted', async () => {
  using server = await serverSaying('+PONG\r\n');
  await reachRedis(server.url, 5_000);
});

test('an address without a server is waited for, then reported with a remedy', async (t) => {
  const tries = t.mock.method(net, 'createConnection').mock;
  await assert.rejects(
    reachRedis('redis://127.0.0.1:1', 600),
    /^Error: Can't use REDIS_URL: connect ECONNREFUSED 127\.0\.0\.1:1\. Start that server, or correct/,
  );
  assert.ok(tries.callCount() > 1, `${tries.callCount()} tries`);
});

for (const [what, answer, sentence] of [
  [
    'a missing password',
    '-NOAUTH Authentication required.\r\n',
    /NOAUTH.* Correct the user and password\. In a/,
  ],
  ['what is not a Redis', 'HTTP/1.1 400 Bad Request\r\n\r\n', /the server there is not Redis/],
] as const) {
  test(`${what} is reported without waiting`, async (t) => {
    using server = await serverSaying(answer);
    const tries = t.mock.method(net, 'createConnection').mock;
    await assert.rejects(reachRedis(server.url, 60_000), sentence);
    assert.equal(tries.callCount(), 1);
  });
}
