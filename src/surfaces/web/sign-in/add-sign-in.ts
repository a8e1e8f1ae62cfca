import type { FastifyInstance } from 'fastify';
import { sendPage } from '../document.ts';
import { ownAddress, ownOrigin } from '../origin.ts';
import { readQuery } from '../read-form.ts';
import { type Ending, endings } from '../sessions/sessions.ts';
import type { WebContext } from '../web-context.ts';
import { asksWhichAccount, keepFlow } from './flow.ts';
import type { OidcClient } from './oidc.ts';
import { signInPage } from './pages.ts';

/** The page for people who aren't signed in, and the first step to the provider. */
export function addSignIn(server: FastifyInstance, context: WebContext, oidc: OidcClient | null): void {
  const { provider, sessions } = context;
  for (const app of sessions.keys()) {
    server.get(`/${app}/sign-in`, async (request, reply) => {
      const { to, because = '' } = readQuery(request);
      const ending = Object.hasOwn(endings, because) ? (because as Ending) : null;
      return sendPage(reply, signInPage(app, { provider, to: ownAddress(app, to), because: ending }));
    });
    if (!oidc) continue;
    server.get(`/${app}/sign-in/start`, async (request, reply) => {
      const origin = ownOrigin(context, request);
      const { url, checks } = await oidc.begin(origin, asksWhichAccount(request, origin));
      keepFlow(reply, origin, { ...checks, app, to: ownAddress(app, readQuery(request).to) });
      return reply.header('cache-control', 'no-store').redirect(url.href, 303);
    });
  }
}
