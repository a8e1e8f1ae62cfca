import type { FastifyInstance } from 'fastify';
import type { App } from '../apps.ts';
import { ownOrigin, refuseOtherSites } from '../origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { WebOptions } from '../web-options.ts';
import { askWhichAccount } from './flow.ts';

/** Shows pages the person who is signed in and whom to write to, and signs out. */
export function addSession(server: FastifyInstance, options: WebOptions, app: App, sessions: Sessions): void {
  server.get(`/${app}/session`, async (request, reply) => {
    const { shown } = await sessions.visitor(request);
    const { contact } = await options.look();
    return reply.header('cache-control', 'no-store').send({ ...shown, contact });
  });

  server.post(`/${app}/sign-out`, async (request, reply) => {
    refuseOtherSites(options, request);
    await sessions.end(request);
    sessions.cookie.clear(request, reply);
    askWhichAccount(reply, ownOrigin(options, request));
    return reply.code(204).send();
  });
}
