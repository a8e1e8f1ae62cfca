import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a Redis server that can be cut, mended and left hanging. */
export interface RedisLine extends AsyncDisposable {
  url: string;
  /** Closes every connection, and each new one at once. */
  cut(): void;
  mend(): void;
  /** Keeps connections open and passes nothing on. */
  hang(): void;
  /** How many times something was sent to the server while it hung. */
  readonly inVain: number;
}

export async function openRedisLine(redisUrl: string): Promise<RedisLine> {
  const target = new URL(redisUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let isHanging = false;
  let inVain = 0;

  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port || 6379), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!isHanging) to.write(bytes);
        else if (from === near) inVain += 1;
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = new URL(redisUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);

  const breakOff = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut() {
      isCut = true;
      breakOff();
    },
    mend() {
      isCut = false;
    },
    hang() {
      isHanging = true;
    },
    get inVain() {
      return inVain;
    },
    async [Symbol.asyncDispose]() {
      breakOff();
      server.close();
      await once(server, 'close');
    },
  };
}
