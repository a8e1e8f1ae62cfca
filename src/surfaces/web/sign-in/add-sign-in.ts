import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Upstream } from '../api/upstream.ts';
import type { App } from '../apps.ts';
import { ownAddress, ownOrigin } from '../origin.ts';
import { isOperator } from '../sessions/operator-sessions.ts';
import { type Ending, endings, type Sessions } from '../sessions/sessions.ts';
import type { WebOptions } from '../web-options.ts';
import { keepFlow, takeFlow } from './flow.ts';
import { type Identity, type OidcClient, openOidc } from './oidc.ts';
import { openCustomer } from './open-customer.ts';
import { openOperator } from './open-operator.ts';
import { refusalPage, signInPage } from './pages.ts';
import { callbackPath, type Provider } from './provider.ts';
import { refusals, SignInRefused } from './refusals.ts';
import { sendPage } from './send-page.ts';

export interface SignInOptions extends WebOptions {
  upstream: Upstream;
  provider: Provider | null;
  sessions: Readonly<Partial<Record<App, Sessions>>>;
}

type Query = Readonly<Record<string, string | undefined>>;

/** The way in, for both apps: a page, the start and the callback. */
export function addSignIn(server: FastifyInstance, options: SignInOptions): void {
  const { provider, sessions } = options;
  for (const app of Object.keys(sessions) as App[]) {
    server.get(`/${app}/sign-in`, async (request, reply) => {
      const { to, because } = request.query as Query;
      const ending = because && Object.hasOwn(endings, because) ? (because as Ending) : null;
      return sendPage(reply, signInPage(app, { provider, to: ownAddress(app, to), because: ending }));
    });
  }
  if (provider) addFlow(server, options, provider);
}

function addFlow(server: FastifyInstance, options: SignInOptions, provider: Provider): void {
  const oidc = openOidc(provider);
  for (const app of Object.keys(options.sessions) as App[]) {
    server.get(`/${app}/sign-in/start`, async (request, reply) => {
      const origin = ownOrigin(options, request);
      const { url, checks } = await oidc.begin(origin);
      keepFlow(reply, origin, { ...checks, app, to: ownAddress(app, (request.query as Query).to) });
      return reply.header('cache-control', 'no-store').redirect(url.href, 303);
    });
  }
  server.get(callbackPath, async (request, reply) => {
    const origin = ownOrigin(options, request);
    const flow = takeFlow(request, reply, origin);
    const { app, to } = flow ?? { app: 'app' as const, to: '/app' };
    try {
      if (!flow) throw new SignInRefused('sign_in_failed');
      const identity = await finished(oidc, request, origin, flow);
      const token = await opened(options, provider, request, { app, identity });
      return await signedIn(options.sessions[app]!, request, reply, { token, to });
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      options.log.info(
        { code: error.code, requestId: request.id, cause: causeOf(error) },
        'refused a sign-in',
      );
      return sendPage(reply.code(refusals[error.code][0]), refusalPage(app, to, error, provider.name));
    }
  });
}

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

async function finished(
  oidc: OidcClient,
  request: FastifyRequest,
  origin: string,
  flow: Parameters<OidcClient['finish']>[2],
): Promise<Identity> {
  const query = request.url.slice(request.url.indexOf('?'));
  try {
    return await oidc.finish(origin, query, flow);
  } catch (cause) {
    const isDenied = (request.query as Query).error !== undefined;
    throw new SignInRefused(isDenied ? 'access_denied' : 'sign_in_failed', { cause });
  }
}

async function opened(
  options: SignInOptions,
  provider: Provider,
  request: FastifyRequest,
  { app, identity }: { app: App; identity: Identity },
): Promise<string> {
  const { upstream } = options;
  const { email, isEmailVerified } = identity;
  if (email === null) throw new SignInRefused('email_missing');
  if (!isEmailVerified && !provider.trustsEmails) throw new SignInRefused('email_unverified', { email });
  if (app === 'app')
    return openCustomer(options, upstream, request, { provider: provider.id, identity, email });
  if (!isOperator(options, email)) throw new SignInRefused('not_operator', { email });
  return openOperator(options, upstream, request, { email: email.toLowerCase() });
}

/** For the log: what the library says, without what the browser sent. */
const causeOf = ({ cause }: SignInRefused): string | undefined => (cause as Error | undefined)?.message;
