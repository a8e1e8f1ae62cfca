import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface Scripted {
  status?: number;
  headers?: Record<string, string>;
  /** JSON, or a text as it is. */
  body?: unknown;
  /** Ends the connection without an answer. */
  hangUp?: boolean;
  /** Ends the connection after this many bytes of the body. */
  cutAfter?: number;
  /** Never answers. Called instead. */
  silent?: () => void;
}

/** A service that answers what the test says, in that order, and keeps what it was asked. */
export async function scripted(t: TestContext, answers: Scripted[]) {
  const asked: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { text: string })[] = [];
  const baseUrl = await listening(t, async (request, response) => {
    const chunks = await request.toArray();
    asked.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      text: Buffer.concat(chunks).toString(),
    });
    const {
      status = 200,
      headers,
      body = {},
      hangUp,
      silent,
      cutAfter,
    } = answers[asked.length - 1] ?? { status: 500 };
    if (silent) return silent();
    if (hangUp) return request.socket.destroy();
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (cutAfter === undefined) response.end(text);
    else response.write(text.slice(0, cutAfter), () => request.socket.destroy());
  });
  return { baseUrl, asked };
}

/** The address of a server that lives as long as the test. */
export async function listening(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
