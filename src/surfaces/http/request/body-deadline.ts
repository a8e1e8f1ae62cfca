import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takesStream } from '#core/door.ts';
import { Failure } from '#core/failure.ts';

/** How long a whole body may take to arrive. Doesn't apply to bodies that an operation reads as a stream. */
export const bodyMsMax = 30_000;
/** How long to let the rest of a body through after the answer. A client cut off at once never reads the answer. */
export const restMsMax = 5_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the body has to arrive in time. False where there is none, and for one that is read as a stream. */
    hasBodyDeadline: boolean;
    bodyTimer: NodeJS.Timeout | undefined;
    /** Answers a request with a body. */
    answering: ServerResponse | null;
  }
}

/** Gives every request body a deadline. A late body gets a 408, and its connection is closed. */
export function addBodyDeadlines(server: FastifyInstance, stopping: AbortSignal): void {
  server.decorateRequest('hasBodyDeadline', false);
  server.decorateRequest('bodyTimer', undefined);
  server.decorateRequest('answering', null);
  server.addHook('onRequest', (request, reply, done) => {
    giveDeadline(request, reply);
    done();
  });
  server.addHook('onResponse', (request, _, done) => {
    cutRest(request);
    cutStreamAtStop(request, stopping);
    done();
  });
}

export function giveDeadline(request: FastifyRequest, reply: FastifyReply): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  request.hasBodyDeadline = true;
  request.answering = reply.raw;
  // A body mostly comes with its headers. Then it is there after a turn of the event loop and needs no timer.
  setImmediate(startTimer, request, reply);
}

function startTimer(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (raw.complete || reply.sent || !request.hasBodyDeadline) return;
  const forgo = () => clearTimeout(request.bodyTimer);
  request.bodyTimer = setTimeout(() => {
    if (raw.complete) return;
    if (reply.sent) raw.destroy();
    else reply.send(new Failure('request_timeout', { headers: { Connection: 'close' } }));
  }, bodyMsMax).unref();
  raw.once('close', forgo);
  raw.once('end', forgo);
}

/** For an admitted body that is read as a stream. */
export function liftDeadline(request: FastifyRequest): void {
  clearTimeout(request.bodyTimer);
  request.hasBodyDeadline = false;
}

/** Once the answer is sent, gives the rest of an unread body a moment before closing the connection. */
export function cutRest({ raw, bodyTimer, hasBodyDeadline }: FastifyRequest): void {
  if (!hasBodyDeadline || raw.complete) return;
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
  // Only the connection keeps a stopping process alive, not the timer.
  const timer = setTimeout(() => raw.destroy(), restMsMax).unref();
  raw.once('close', () => clearTimeout(timer));
}
