import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ask } from '../api/ask.ts';
import { browserOf, headersOf } from '../sessions/api-headers.ts';
import { newToken, tokenHashOf } from '../sessions/tokens.ts';
import type { WebContext } from '../web-context.ts';
import type { Identity } from './oidc.ts';
import { refusedWith } from './refusals.ts';

/** Follows from the provider and its own identifier of the person. Addresses change hands. */
export const accountIdOf = (provider: string, userId: string): string =>
  `usr_${hash('sha256', JSON.stringify([provider, userId]), 'base64url').slice(0, 22)}`;

/** Opens a session for a customer, after vetting and registering a new person. Returns the browser's token. */
export async function openCustomer(
  context: WebContext,
  request: FastifyRequest,
  { provider, identity, email }: { provider: string; identity: Identity; email: string },
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
