import type { FastifyRequest } from 'fastify';
import { ask } from '../api/ask.ts';
import { operatorHeaders } from '../sessions/api-headers.ts';
import { newToken, tokenHashOf } from '../sessions/tokens.ts';
import type { WebContext } from '../web-context.ts';
import { refusedWith } from './refusals.ts';

/** Opens a session for an operator, with a one-time link or without. Returns the browser's token. */
export async function openOperator(
  context: WebContext,
  request: FastifyRequest,
  { email, linkToken = '' }: { email: string; linkToken?: string },
): Promise<string> {
  const token = newToken();
  const opened = await ask(context.upstream, {
    path: '/api/v1/admin/operators/sessions',
    body: { token_hash: tokenHashOf(token), email, link_token: linkToken },
    headers: operatorHeaders(context, request, email),
  });
  if (!opened.ok) throw refusedWith(opened.code, email);
  return token;
}
