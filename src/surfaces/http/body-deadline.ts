import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';

/** How long a whole body may take to arrive. A body that is read as a stream has the patience of its own operation. */
export const bodyMsMax = 30_000;
/** How long the rest of a body is let through after the answer: who is cut off at once never reads why. */
export const restMsMax = 5_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** While the body may be late; undefined where nothing waits for one. */
    bodyTimer: NodeJS.Timeout | undefined;
  }
}

/** Gives every request with a body a deadline; a body that is too late is answered with 408 and cut off. */
export function addBodyDeadlines(server: FastifyInstance): void {
  server.decorateRequest('bodyTimer', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    giveDeadline(request, reply);
    done();
  });
  server.addHook('onResponse', (request, _, done) => {
    cutRest(request);
    done();
  });
}

export function giveDeadline(request: FastifyRequest, reply: FastifyReply): void {
  const { raw, headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const forgo = () => clearTimeout(request.bodyTimer);
  request.bodyTimer = setTimeout(() => {
    if (raw.complete) return;
    if (reply.sent) raw.destroy();
    else reply.send(new Failure('request_timeout', { headers: { Connection: 'close' } }));
  }, bodyMsMax);
  raw.once('close', forgo);
  raw.once('end', forgo);
}

/** For an admitted body that is read as it comes. */
export function liftDeadline(request: FastifyRequest): void {
  clearTimeout(request.bodyTimer);
  request.bodyTimer = undefined;
}

/** The answer has left. Of a body that nobody waits for any more, the rest has a moment. */
export function cutRest({ raw, bodyTimer }: FastifyRequest): void {
  if (bodyTimer === undefined || raw.complete) return;
  clearTimeout(bodyTimer);
  const timer = setTimeout(() => raw.destroy(), restMsMax);
  raw.once('close', () => clearTimeout(timer));
}
