import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a Redis server that can be cut, mended and left hanging. */
export interface RedisLine extends AsyncDisposable {
  url: string;
  /** Closes every connection and takes no new one. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Keeps connections open and passes nothing on. */
  hang(): void;
}

export async function openRedisLine(redisUrl: string): Promise<RedisLine> {
  const target = new URL(redisUrl);
  const sockets = new Set<Socket>();
  let hanging = false;

  const server = createServer((near) => {
    const far = connect(Number(target.port || 6379), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => hanging || to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(redisUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);

  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: url.href,
    cut,
    mend: () => listen(port),
    hang() {
      hanging = true;
    },
    [Symbol.asyncDispose]: cut,
  };
}
