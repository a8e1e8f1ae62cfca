import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { App } from '../apps.ts';
import { sendPage } from '../document.ts';
import { ownAddress, ownOrigin, refuseOtherSites } from '../origin.ts';
import { readForm, readQuery } from '../read-form.ts';
import { type Ending, endings, type Sessions } from '../sessions/sessions.ts';
import type { WebContext } from '../web-context.ts';
import {
  asksWhichAccount,
  askWhichAccount,
  browserToken,
  forgetChoice,
  keepBrowserToken,
  keepFlow,
  takeFlow,
} from './flow.ts';
import type { Identity, OidcClient } from './oidc.ts';
import { openOperator, openSession } from './open-session.ts';
import { linkPage, signInPage } from './pages.ts';
import { callbackPath, type Provider } from './provider.ts';
import { SignInRefused, sendRefusal } from './refusals.ts';

/** The page for people who aren't signed in, and the first step to the provider. */
export function addSignIn(server: FastifyInstance, context: WebContext, oidc: OidcClient | null): void {
  const { provider, sessions, published } = context;
  for (const app of sessions.keys()) {
    server.get(`/${app}/sign-in`, async (request, reply) => {
      const { to, because = '' } = readQuery(request);
      const ending = Object.hasOwn(endings, because) ? (because as Ending) : null;
      const [sample] = app === 'app' ? await published.examples().catch(() => []) : [];
      const { termsUrl } = await context.look();
      const shown = { provider, to: ownAddress(app, to), because: ending, sample, termsUrl };
      return sendPage(reply, context, signInPage(app, shown));
    });
    if (!oidc) continue;
    server.get(`/${app}/sign-in/start`, async (request, reply) => {
      const to = ownAddress(app, readQuery(request).to);
      // Another site must not sign its visitors in, so they press the button first.
      if (/^(cross|same)-site$/.test(String(request.headers['sec-fetch-site'])))
        return reply.redirect(`/${app}/sign-in?${new URLSearchParams({ to })}`, 303);
      const origin = ownOrigin(context, request);
      const { url, checks } = await oidc.begin(origin, asksWhichAccount(request, origin));
      keepFlow(reply, origin, { ...checks, app, to });
      return reply.header('cache-control', 'no-store').redirect(url.href, 303);
    });
  }
}

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
      if (!flow || !sessions) throw new SignInRefused('sign_in_failed', { cause: noSignIn });
      const identity = await identified(oidc, request, origin, flow);
      const browser = browserToken(request, origin);
      const token = await openSession(context, provider, request, { app, identity, browser });
      forgetChoice(reply, origin);
      if (app === 'app') keepBrowserToken(reply, origin, browser);
      return await signedIn(sessions, request, reply, { token, to });
    } catch (error) {
      askWhichAccount(reply, origin);
      return sendRefusal(context, reply, { app, to }, error);
    }
  });
}

const noSignIn = new Error('the browser has no sign-in under way');

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

/** One-time links to the console. Opening one shows a button, so that programs which look at links don't use it up. */
export function addOperatorLink(server: FastifyInstance, context: WebContext): void {
  server.get('/console/sign-in/link', async (request, reply) => {
    const { token = '' } = readQuery(request);
    return sendPage(reply, context, linkPage(token));
  });

  server.post('/console/sign-in/link', async (request, reply) => {
    refuseOtherSites(context, request);
    const { token: linkToken = '' } = await readForm(request.body as never);
    try {
      // Without a token, we would vouch for the person.
      if (linkToken === '') throw new SignInRefused('operator_link_ended');
      const token = await openOperator(context, request, { linkToken });
      return await signedIn(context.sessions.get('console')!, request, reply, { token, to: '/console' });
    } catch (error) {
      return sendRefusal(context, reply, { app: 'console', to: '/console' }, error);
    }
  });
}

/** The new token takes the place of the old one, whose session ends. */
async function signedIn(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, to }: { token: string; to: string },
): Promise<FastifyReply> {
  await sessions.end(request);
  sessions.cookie.set(request, reply, token);
  return reply.header('cache-control', 'no-store').redirect(to, 303);
}
