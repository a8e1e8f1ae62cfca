import { randomUUID } from 'node:crypto';
import type { OutgoingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionError } from 'fastify';
import type { Log } from '#core/context.ts';
import type { Manifest } from '#core/domain.ts';
import { Failure } from '#core/failure.ts';
import { problemText } from '../answer/problem-text.ts';

export interface UnreadableOptions {
  manifest: Manifest;
  publicUrl: () => string;
  log: Log;
}

/** Sent with every answer, unless it says otherwise: browsers neither keep nor run it, and show it in no frame. */
export const safeHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Answers a malformed HTTP request with a problem document and closes the connection. */
export const unreadableRequest =
  (options: UnreadableOptions) =>
  (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isBeingAnswered(socket)) {
      socket.destroy();
      return;
    }
    // A HEAD request never gets a body (RFC 9110 §9.3.2).
    const isHead = String(error.rawPacket ?? '').startsWith('HEAD ');
    hangUpOn(socket, new Failure(codes[error.code ?? ''] ?? 'malformed_request'), { ...options, isHead });
  };

/** Our codes for Node's parse errors. */
const codes: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_INVALID_EOF_STATE: 'request_incomplete',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** The same check as Node's own listener: a second response inside another would be read as part of its body. */
const isBeingAnswered = (socket: Socket): boolean =>
  (socket as { _httpMessage?: OutgoingMessage })._httpMessage?.headersSent ?? false;

/** Writes an error to a connection that has no request to answer, and closes it. */
export function hangUpOn(
  socket: Duplex,
  failure: Failure,
  { manifest, publicUrl, log, isHead = false }: UnreadableOptions & { isHead?: boolean },
): void {
  const definition = manifest.errors.get(failure.code)!;
  const requestId = randomUUID();
  const body = problemText(failure, definition, requestId, publicUrl());
  const headers = {
    ...safeHeaders,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    ...failure.headers,
    Connection: 'close',
  };
  log.info({ requestId, route: 'unknown', status: definition.status, code: failure.code }, 'answered');
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const first = `HTTP/1.1 ${definition.status} ${definition.title}`;
  socket.end(`${[first, ...head].join('\r\n')}\r\n\r\n${isHead ? '' : body}`, () => socket.destroy());
}
