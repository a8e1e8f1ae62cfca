import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import { Failure } from '#core/failure.ts';
import { hangUpOn, type UnreadableOptions } from './unreadable-request.ts';

export interface ConnectionLimit {
  /** Connections at once. */
  connectionsMax: number;
  clock: Clock;
  log: Log;
}

/** The headers of a request have to be there after so long, and are looked at so often. */
export const headerTimes = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 };

const sweepEveryMs = 1_000;

/**
 * Beyond so many connections a new one is closed at once. Those on which nothing is asked are closed then too: who
 * holds many of them can't keep others out.
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
    log.warn({ connectionsMax }, 'connections are turned away: CONNECTIONS_MAX are open');
    server.closeIdleConnections();
  });
}

/** Of one connection, at once: Node reads on to the end of what has arrived, a thousand requests and more. */
export const unansweredMax = 32;
const unanswered = new WeakMap<object, number>();
const cutOff = new WeakSet<object>();

/** A connection that asks for more without taking its answers is cut: each would be made and kept for it. */
export function limitPipelining({ server }: FastifyInstance): void {
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1));
    if (count <= unansweredMax) return;
    cutOff.add(socket);
    socket.destroy();
  });
}

/** Whether nobody is there any more to be answered: what else had arrived on the connection is left alone. */
export const isCutOff = ({ raw }: FastifyRequest): boolean => cutOff.has(raw.socket);

/** What Node would answer by itself, without a problem document, takes the way of every other request. */
export function answerOddRequests({ server }: FastifyInstance, options: UnreadableOptions): void {
  const takeAsUsual = (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response);
  server.on('checkContinue', takeAsUsual);
  server.on('checkExpectation', takeAsUsual);
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    // Node has let go of the socket: an error that nobody listens to would end the process.
    socket.on('error', () => socket.destroy());
    const detail = 'This service is no proxy: it opens no tunnels.';
    hangUpOn(socket, new Failure('method_not_allowed', { detail, headers: { Allow: '' } }), options);
  });
}

/** Throws for a request that HTTP itself forbids, or that asks for what nobody here can do. */
export function refuseOddRequest({ raw, headers }: FastifyRequest): void {
  if (raw.httpVersionMinor === 0) {
    // HTTP/1.0 knows neither of them, and would take an interim answer for the answer.
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
 * A connection on which the tenth request is refused is closed: asking on has to cost a new one. So is one that waits
 * for leave to send a body, for nobody knows whether the body will come (RFC 9110 §10.1.1).
 */
export function closeAfterRefusals(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.expect !== undefined && !request.admitted) reply.header('Connection', 'close');
  if (!refusedStatuses.has(reply.statusCode)) return;
  const { socket } = request.raw;
  const count = (refusals.get(socket) ?? 0) + 1;
  refusals.set(socket, count);
  if (count >= refusalsMax) reply.header('Connection', 'close');
}
