import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ask } from '../api/ask.ts';
import type { App } from '../apps.ts';
import { browserOf, headersOf, operatorHeaders } from '../sessions/api-headers.ts';
import { isOperator, mayOperate, type OperatorSession } from '../sessions/operator-sessions.ts';
import { newToken, tokenHashOf } from '../sessions/session-cookie.ts';
import type { WebContext } from '../web-context.ts';
import type { Identity } from './oidc.ts';
import type { Provider } from './provider.ts';
import { refusedWith, SignInRefused } from './refusals.ts';

/** Opens a session for a person whom the provider vouches for. Returns the browser's token. */
export async function openSession(
  context: WebContext,
  provider: Provider,
  request: FastifyRequest,
  { app, identity, browser }: { app: App; identity: Identity; browser: string },
): Promise<string> {
  const { email, isEmailVerified } = identity;
  if (email === null) throw new SignInRefused('email_missing');
  if (!isEmailVerified && !provider.trustsEmails) throw new SignInRefused('email_unverified', { email });
  if (app === 'app')
    return openCustomer(context, request, { provider: provider.id, identity, email, browser });
  if (!isOperator(context, email)) throw new SignInRefused('not_operator', { email });
  return openOperator(context, request, { email: email.toLowerCase() });
}

/** Follows from the provider and its own identifier of the person. Addresses change hands. */
export const accountIdOf = (provider: string, userId: string): string =>
  `usr_${hash('sha256', JSON.stringify([provider, userId]), 'base64url').slice(0, 22)}`;

/** Opens a session for a customer, after vetting and registering a new person. Returns the browser's token. */
async function openCustomer(
  context: WebContext,
  request: FastifyRequest,
  {
    provider,
    identity,
    email,
    browser,
  }: { provider: string; identity: Identity; email: string; browser: string },
): Promise<string> {
  const token = newToken();
  const { ip, user_agent } = browserOf(context, request);
  const person = { email, provider, provider_user_id: identity.userId };
  const headers = headersOf(context, request);
  const call = <Answer>(path: string, body: object) => ask<Answer>(context.upstream, { path, body, headers });
  const open = () =>
    call('/internal/sign-in/sessions', {
      ...person,
      token_hash: tokenHashOf(token),
      name: identity.name,
      ip,
      user_agent,
      browser_hash: tokenHashOf(browser),
    });

  const known = await open();
  if (known.ok) return token;
  if (known.code !== 'not_found') throw refusedWith(known.code, email);

  const vetted = await call<{ code: string | null }>('/internal/identity/vet', { ...person, ip, user_agent });
  const refusedAs = vetted.ok ? vetted.answer.code : vetted.code;
  if (refusedAs) throw refusedWith(refusedAs, email);
  const accountId = accountIdOf(provider, identity.userId);
  for (const next of [
    () => call('/internal/identity/register', { ...person, account_id: accountId, ip }),
    open,
  ]) {
    const done = await next();
    if (!done.ok) throw refusedWith(done.code, email);
  }
  return token;
}

/** Opens a session for an operator whom the provider vouches for, or who has a one-time link. Returns the browser's token. */
export async function openOperator(
  context: WebContext,
  request: FastifyRequest,
  who: { email: string } | { linkToken: string },
): Promise<string> {
  const token = newToken();
  const token_hash = tokenHashOf(token);
  const [email, link_token] = 'email' in who ? [who.email, ''] : [null, who.linkToken];
  const headers = operatorHeaders(context, request, email ?? 'one-time link');
  const call = <Answer>(path: string, body: object) => ask<Answer>(context.upstream, { path, body, headers });
  const opened = await call<OperatorSession>('/api/v1/admin/operators/sessions', {
    token_hash,
    email,
    link_token,
  });
  if (!opened.ok) throw refusedWith(opened.code, email ?? '');
  if (mayOperate(context, opened.answer)) return token;
  await call('/api/v1/admin/operators/sessions/end', { token_hash });
  throw new SignInRefused('not_operator', { email: opened.answer.email });
}
