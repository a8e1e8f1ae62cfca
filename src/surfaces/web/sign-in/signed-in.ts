import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../sessions/sessions.ts';

/** The new token takes the place of the old one, whose session ends. */
export async function signedIn(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, to }: { token: string; to: string },
): Promise<FastifyReply> {
  await sessions.end(request);
  sessions.cookie.set(request, reply, token);
  return reply.header('cache-control', 'no-store').redirect(to, 303);
}
