import type { FastifyRequest } from 'fastify';
import type { App } from '../apps.ts';
import { isOperator } from '../sessions/operator-sessions.ts';
import type { WebContext } from '../web-context.ts';
import type { Identity } from './oidc.ts';
import { openCustomer } from './open-customer.ts';
import { openOperator } from './open-operator.ts';
import type { Provider } from './provider.ts';
import { SignInRefused } from './refusals.ts';

/** Opens a session for a person whom the provider vouches for. Returns the browser's token. */
export async function openSession(
  context: WebContext,
  provider: Provider,
  request: FastifyRequest,
  { app, identity }: { app: App; identity: Identity },
): Promise<string> {
  const { email, isEmailVerified } = identity;
  if (email === null) throw new SignInRefused('email_missing');
  if (!isEmailVerified && !provider.trustsEmails) throw new SignInRefused('email_unverified', { email });
  if (app === 'app') return openCustomer(context, request, { provider: provider.id, identity, email });
  if (!isOperator(context, email)) throw new SignInRefused('not_operator', { email });
  return openOperator(context, request, { email: email.toLowerCase() });
}
