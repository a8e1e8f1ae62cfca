import type { FastifyRequest } from 'fastify';
import { ask } from '../api/ask.ts';
import { noAnswer, type Upstream } from '../api/upstream.ts';
import type { WebOptions } from '../web-options.ts';
import { browserOf, headersOf } from './api-headers.ts';
import { sessionCookie } from './session-cookie.ts';
import { type Ending, endings, type Sessions, sessionEnded } from './sessions.ts';

export interface WebSession {
  id: string;
  account_id: string;
  email: string;
  name: string | null;
}

type Checked = { state: 'live'; session: WebSession } | { state: Ending; session: null };

/** Sessions of customers. Each check asks for locks and records the heartbeat, with one call. */
export function customerSessions(options: WebOptions, upstream: Upstream, shown: object): Sessions {
  const cookie = sessionCookie(options, 'app');
  const about = (request: FastifyRequest) => ({
    token_hash: cookie.read(request),
    ...browserOf(options, request),
  });
  const askFor = <Answer>(request: FastifyRequest, path: string) =>
    ask<Answer>(upstream, {
      path: `/internal/sign-in/sessions/${path}`,
      body: about(request),
      headers: headersOf(options, request),
    });
  return {
    cookie,
    async visitor(request) {
      if (!cookie.read(request)) throw sessionEnded('ended');
      const checked = await askFor<Checked>(request, 'check');
      if (!checked.ok) throw noAnswer(new Error(`the check of a session answered ${checked.code}`));
      const { state, session } = checked.answer;
      if (!session) throw sessionEnded(Object.hasOwn(endings, state) ? (state as Ending) : 'ended');
      const { account_id, email, name } = session;
      // Without an account of the session, the page's choice would count.
      if (!account_id || !email) throw noAnswer(new Error('the check of a session named no account'));
      return {
        person: account_id,
        shown: { email, account_id, name, ...shown },
        headers: headersOf(options, request),
        members: { account_id, email, ip: options.addressOf(request) },
      };
    },
    async end(request) {
      if (cookie.read(request)) await askFor(request, 'end');
    },
  };
}
