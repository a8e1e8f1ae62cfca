import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A way to the API that can be slow, or lead nowhere. */
export interface InBetween extends AsyncDisposable {
  url: string;
  /** Where it leads. */
  target: string;
  isDown: boolean;
  delayMs: number;
}

export async function apiInBetween(): Promise<InBetween> {
  const server = createServer(async (asked, answer) => {
    if (way.isDown) return asked.socket.destroy();
    await sleep(way.delayMs);
    const { method, headers } = asked;
    const onward = request(new URL(asked.url!, way.target), { method, headers, agent: false }, (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  // Else it could close a kept connection in the moment in which the pages' server uses it again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const way: InBetween = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    isDown: false,
    delayMs: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return way;
}
