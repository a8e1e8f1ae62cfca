import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { safeHeaders } from './request/unreadable-request.ts';

export interface MetricsListener extends AsyncDisposable {
  /** For example `http://127.0.0.1:9464/metrics`. */
  url: string;
}

/** Serves only the metrics, on a separate address, to anyone who can reach it. Fails if the address is in use. */
export async function listenForMetrics(
  where: { host: string; port: number },
  metrics: { contentType: string; metrics(): Promise<string> },
): Promise<MetricsListener> {
  const server = createServer(async (request, response) => {
    for (const [name, value] of Object.entries(safeHeaders)) response.setHeader(name, value);
    if (request.url?.split('?')[0] !== '/metrics' || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(404, { Connection: 'close' }).end();
      return;
    }
    try {
      const text = await metrics.metrics();
      response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
    } catch {
      response.writeHead(503).end();
    }
  });
  server.maxConnections = 16;
  server.listen(where);
  await once(server, 'listening');
  const { address, family, port } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
