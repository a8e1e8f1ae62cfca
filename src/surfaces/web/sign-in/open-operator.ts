import type { FastifyRequest } from 'fastify';
import { ask } from '../api/ask.ts';
import { operatorHeaders } from '../sessions/api-headers.ts';
import { mayOperate, type OperatorSession } from '../sessions/operator-sessions.ts';
import { newToken, tokenHashOf } from '../sessions/tokens.ts';
import type { WebContext } from '../web-context.ts';
import { refusedWith, SignInRefused } from './refusals.ts';

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
