import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import { Failure } from '#core/failure.ts';
import { hangUpOn, type UnreadableOptions } from './request/unreadable-request.ts';

export interface ConnectionLimit {
  /** Maximum number of open connections. */
  connectionsMax: number;
  clock: Clock;
  log: Log;
}

/** How long a request's headers may take to arrive, and how often Node checks. */
export const headerTimes = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 };

const sweepEveryMs = 1_000;

/**
 * Closes new connections beyond the limit. It also closes idle ones then, so that no caller can keep others out by holding many
 * connections.
 */
export function limitConnections(
  { server }: FastifyInstance,
  { connectionsMax, clock, log }: ConnectionLimit,
): void {
  let sweptMs = Number.NEGATIVE_INFINITY;
  server.maxConnections = connectionsMax;
  server.on('drop', () => {
    const nowMs = clock.now().getTime();
    if (Math.abs(nowMs - sweptMs) < sweepEveryMs) return;
    sweptMs = nowMs;
    log.warn({ connectionsMax }, 'refusing new connections, because CONNECTIONS_MAX are open');
    server.closeIdleConnections();
  });
}

/** Per connection. Node parses everything that has arrived at once, which can be a thousand requests and more. */
export const unansweredMax = 32;
const unanswered = Symbol('requests without an answer');
const countedOn = Symbol('connection');
type Counted = { [unanswered]?: number };
type Answering = ServerResponse & { [countedOn]?: Counted };
const cutOff = new WeakSet<object>();

/** Closes a connection that sends more requests without reading its answers, because each answer would stay in memory. */
export function limitPipelining({ server }: FastifyInstance): void {
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const counted = socket as Counted;
    const count = (counted[unanswered] ?? 0) + 1;
    counted[unanswered] = count;
    // Node takes the socket away from a request whose caller hung up.
    (response as Answering)[countedOn] = counted;
    response.on('close', countAnswer);
    if (count <= unansweredMax) return;
    cutOff.add(socket);
    socket.destroy();
  });
}

/** One function for all responses: a closure for each would stay in memory for as long as its request. */
function countAnswer(this: Answering): void {
  this[countedOn]![unanswered]! -= 1;
}

/** Whether the connection was cut. Its remaining requests are ignored. */
export const isCutOff = ({ raw }: FastifyRequest): boolean => cutOff.has(raw.socket);

/** Sends requests that Node would answer itself through the usual path, so that they get a problem document. */
export function answerOddRequests({ server }: FastifyInstance, options: UnreadableOptions): void {
  const takeAsUsual = (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response);
  server.on('checkContinue', takeAsUsual);
  server.on('checkExpectation', takeAsUsual);
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    // Node no longer listens on this socket. Without a listener, an error would end the process.
    socket.on('error', () => socket.destroy());
    const detail = 'This service is not a proxy and opens no tunnels.';
    hangUpOn(socket, new Failure('method_not_allowed', { detail, headers: { Allow: '' } }), options);
  });
}

/** Throws for a request that violates HTTP or that asks for a feature we don't support. */
export function refuseOddRequest({ raw, headers }: FastifyRequest): void {
  if (raw.httpVersionMinor === 0) {
    // HTTP/1.0 knows neither, and would take an interim response for the answer.
    delete headers.expect;
    return;
  }
  if (headers.host === undefined) {
    throw new Failure('malformed_request', {
      detail: 'An HTTP/1.1 request needs a `Host` header (RFC 9112 §3.2).',
      headers: { Connection: 'close' },
    });
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new Failure('expectation_failed');
}

const refusalsMax = 10;
const refusedStatuses = new Set([401, 403, 429]);
const refusals = new WeakMap<object, number>();

/**
 * Closes a connection after its tenth refusal, so that asking on costs a new connection. Also closes one that waits for
 * permission to send a body, because the body may never come (RFC 9110 §10.1.1).
 */
export function closeAfterRefusals(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.expect !== undefined && !request.admitted) reply.header('Connection', 'close');
  if (!refusedStatuses.has(reply.statusCode)) return;
  const { socket } = request.raw;
  const count = (refusals.get(socket) ?? 0) + 1;
  refusals.set(socket, count);
  if (count >= refusalsMax) reply.header('Connection', 'close');
}
