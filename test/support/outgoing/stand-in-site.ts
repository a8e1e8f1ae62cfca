import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A website on loopback, for tests. */
export interface StandInSite extends AsyncDisposable {
  /** For example `http://127.0.0.1:8123`. */
  origin: string;
  /** Requested paths, in order. */
  paths: string[];
  requests: IncomingMessage[];
  /** Waits until this many requests have arrived in total. Tests use it instead of sleeping. */
  received(count: number): Promise<void>;
}

/** Generous limits, so that a busy machine doesn't look like a slow site. */
export const ampleTime = { connectMs: 60_000, headersMs: 60_000, totalMs: 60_000, waitMs: 60_000 };

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves `routes` by path. Everything else, including `/robots.txt`, is a 404. */
export async function openStandInSite(
  routes: Record<string, Answer>,
  tls?: { key: string; cert: string },
): Promise<StandInSite> {
  const requests: IncomingMessage[] = [];
  const waiting: { count: number; go: () => void }[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    for (const { count, go } of waiting) if (count <= requests.length) go();
    const answer = routes[new URL(request.url ?? '/', 'http://site.example').pathname];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  };

  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    received: (count) =>
      requests.length >= count ? Promise.resolve() : new Promise((go) => waiting.push({ count, go })),
    get paths() {
      return requests.map((request) => request.url ?? '');
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const html =
  (body: string, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  };

export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };

export const redirect =
  (location: string, status = 302): Answer =>
  (_request, response) => {
    response.writeHead(status, { location }).end();
  };

/** Accepts the request and never responds. */
export const silent: Answer = () => {};
