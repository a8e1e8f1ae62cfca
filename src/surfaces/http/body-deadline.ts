import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takesStream } from '#core/door.ts';
import { Failure } from '#core/failure.ts';

/** How long a whole body may take to arrive. Doesn't apply to bodies that an operation reads as a stream. */
export const bodyMsMax = 30_000;
/** How long to let the rest of a body through after the answer. A client cut off at once never reads the answer. */
export const restMsMax = 5_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs until the body has arrived. Undefined if nothing waits for one. */
    bodyTimer: NodeJS.Timeout | undefined;
  }
}

/** Gives every request body a deadline. A late body gets a 408, and its connection is closed. */
export function addBodyDeadlines(server: FastifyInstance, stopping: AbortSignal): void {
  server.decorateRequest('bodyTimer', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    // A body mostly comes with its headers and is there a tick later.
    if (announcesBody(request)) process.nextTick(giveDeadline, request, reply);
    done();
  });
  server.addHook('onResponse', (request, _, done) => {
    cutRest(request);
    cutStreamAtStop(request, stopping);
    done();
  });
}

const announcesBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

export function giveDeadline(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (raw.complete) return;
  const forgo = () => clearTimeout(request.bodyTimer);
  request.bodyTimer = setTimeout(() => {
    if (raw.complete) return;
    if (reply.sent) raw.destroy();
    else reply.send(new Failure('request_timeout', { headers: { Connection: 'close' } }));
  }, bodyMsMax);
  raw.once('close', forgo);
  raw.once('end', forgo);
}

/** For an admitted body that is read as a stream. */
export function liftDeadline(request: FastifyRequest): void {
  clearTimeout(request.bodyTimer);
  request.bodyTimer = undefined;
}

/** Once the answer is sent, gives the rest of an unread body a moment before closing the connection. */
export function cutRest({ raw, bodyTimer }: FastifyRequest): void {
  if (bodyTimer === undefined || raw.complete) return;
  clearTimeout(bodyTimer);
  cutSoon(raw);
}

/** The rest of a stream has no time limit until the process stops, which it would hold up. */
function cutStreamAtStop({ raw, door }: FastifyRequest, stopping: AbortSignal): void {
  if (raw.complete || !takesStream(door ?? undefined)) return;
  const cut = () => cutSoon(raw);
  if (stopping.aborted) cut();
  else stopping.addEventListener('abort', cut);
  raw.once('close', () => stopping.removeEventListener('abort', cut));
}

function cutSoon(raw: IncomingMessage): void {
  const timer = setTimeout(() => raw.destroy(), restMsMax);
  raw.once('close', () => clearTimeout(timer));
}
