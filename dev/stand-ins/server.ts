import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One request, as the vendor sees it. */
export interface Call {
  method: string;
  /** Decoded. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Parsed JSON; null if there is none. */
  body: unknown;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** A string is sent as text, anything else as JSON. */
  body?: unknown;
}

/** Resolves once the reply is sent. `null` breaks the connection. */
export type Send = (reply: Reply | null) => Promise<void>;

export interface LoopbackServer extends AsyncDisposable {
  /** For example `http://127.0.0.1:8123`. */
  origin: string;
}

/**
 * The server behind every stand-in. `answer` may send its reply at any time, or never; an error in it breaks the connection.
 * @param port 0 picks a free one
 */
export async function serve(
  port: number,
  answer: (call: Call, send: Send) => Promise<void>,
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    const send: Send = async (reply) => {
      if (!reply) return void response.destroy();
      const { status, headers, body } = reply;
      const isText = typeof body === 'string';
      const type = isText ? 'text/plain' : 'application/json; charset=utf-8';
      response.writeHead(status, { 'content-type': type, ...headers });
      const content = isText ? body : JSON.stringify(body ?? null);
      await new Promise<void>((sent) => response.end(status === 304 ? '' : content, sent));
    };
    callOf(request)
      .then((call) => answer(call, send))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const { method = 'GET', headers } = request;
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://stand-in.example');
  const body = await text(request);
  return {
    method,
    path: decodeURIComponent(pathname),
    query,
    headers,
    body: body === '' ? null : JSON.parse(body),
  };
}
