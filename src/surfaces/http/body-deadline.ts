import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Door } from '#core/access.ts';
import { Failure } from '#core/failure.ts';

/** How long a whole body may take to arrive. A body that is read as a stream has the patience of its own operation. */
export const bodyMsMax = 30_000;

/** Answers 408 and hangs up when the body of a request has not arrived in time; whoever was answered before is cut off. */
export function giveDeadline(request: FastifyRequest, reply: FastifyReply): void {
  const { raw, headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const { door } = (request.routeOptions.config ?? {}) as { door?: Door };
  if (Object.values(door?.bodies ?? {}).includes('stream')) return;

  const timer = setTimeout(() => {
    if (raw.complete) return;
    if (reply.sent) raw.destroy();
    else reply.header('Connection', 'close').send(new Failure('request_timeout'));
  }, bodyMsMax);
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
}
