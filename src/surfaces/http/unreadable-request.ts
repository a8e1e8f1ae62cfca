import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Catalogue } from '#core/catalogue.ts';
import { Failure } from '#core/failure.ts';
import { problemText } from './problem.ts';

export interface UnreadableOptions {
  catalogue: Catalogue;
  publicUrl: () => string;
}

/** Answers what is no HTTP request, in the form of every other refusal, and hangs up. */
export const unreadableRequest =
  ({ catalogue, publicUrl }: UnreadableOptions) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = codes[error.code ?? ''] ?? 'malformed_request';
    const definition = catalogue.errors.get(code)!;
    const requestId = randomUUID();
    const body = problemText(new Failure(code), definition, requestId, publicUrl());
    const head = [
      `HTTP/1.1 ${definition.status} ${definition.title}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    socket.destroySoon();
  };

/** What Node calls the ways in which a request can't be read. */
const codes: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
