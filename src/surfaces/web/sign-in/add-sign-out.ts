import type { FastifyInstance } from 'fastify';
import type { App } from '../apps.ts';
import { ownOrigin, refuseOtherSites } from '../origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { WebOptions } from '../web-options.ts';
import { askWhichAccount } from './flow.ts';

/** Ends the session of a browser. */
export function addSignOut(server: FastifyInstance, options: WebOptions, app: App, sessions: Sessions): void {
  server.post(`/${app}/sign-out`, async (request, reply) => {
    refuseOtherSites(options, request);
    await sessions.end(request);
    sessions.cookie.clear(request, reply);
    askWhichAccount(reply, ownOrigin(options, request));
    return reply.code(204).send();
  });
}
