import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { App } from '../apps.ts';
import { ownOrigin } from '../origin.ts';
import type { WebContext } from '../web-context.ts';
import { askWhichAccount, forgetChoice, takeFlow } from './flow.ts';
import type { Identity, OidcClient } from './oidc.ts';
import { openSession } from './open-session.ts';
import { callbackPath, type Provider } from './provider.ts';
import { SignInRefused } from './refusals.ts';
import { sendRefusal } from './send-refusal.ts';
import { signedIn } from './signed-in.ts';

/** Where the provider sends people back to, whichever app they came from. */
export function addCallback(
  server: FastifyInstance,
  context: WebContext,
  { provider, oidc }: { provider: Provider; oidc: OidcClient },
): void {
  server.get(callbackPath, async (request, reply) => {
    const origin = ownOrigin(context, request);
    const flow = takeFlow(request, reply, origin);
    const { app, to } = flow ?? { app: 'app' as App, to: '/app' };
    try {
      const sessions = context.sessions.get(app);
      if (!flow || !sessions) throw new SignInRefused('sign_in_failed');
      const identity = await identified(oidc, request, origin, flow);
      const token = await openSession(context, provider, request, { app, identity });
      forgetChoice(reply, origin);
      return await signedIn(sessions, request, reply, { token, to });
    } catch (error) {
      askWhichAccount(reply, origin);
      return sendRefusal(context, reply, { app, to }, error);
    }
  });
}

async function identified(
  oidc: OidcClient,
  request: FastifyRequest,
  origin: string,
  flow: Parameters<OidcClient['finish']>[2],
): Promise<Identity> {
  const { search } = new URL(request.url, origin);
  try {
    return await oidc.finish(origin, search, flow);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const isDenied = new URLSearchParams(search).get('error') === 'access_denied';
    throw new SignInRefused(isDenied ? 'access_denied' : 'sign_in_failed', { cause });
  }
}
