import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import pg from 'pg';
import { FollowingClient } from './following-client.ts';

/** A message of PostgreSQL's protocol: a letter, the length, the content. */
function message(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(letter), length, content]);
}

const welcome = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))];
const end = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

test('a server that ends a connection as soon as it is open ends no process', async () => {
  const server = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([...welcome, end]))),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  const pool = new pg.Pool({
    ...{ host: '127.0.0.1', port, user: 'one', ssl: false, max: 1 },
    Client: FollowingClient as unknown as new () => pg.Client,
  });
  const lost: Error[] = [];
  pool.on('error', (error) => lost.push(error));
  await assert.rejects(pool.query('select 1'), /not queryable|terminat/);
  await pool.end();
  server.close();
});
