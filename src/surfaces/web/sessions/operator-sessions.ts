import type { FastifyRequest } from 'fastify';
import { ask } from '../api/ask.ts';
import { noAnswer, type Upstream } from '../api/upstream.ts';
import type { WebOptions } from '../web-options.ts';
import { operatorHeaders } from './api-headers.ts';
import { sessionCookie } from './session-cookie.ts';
import { type Sessions, sessionEnded } from './sessions.ts';

export interface OperatorSession {
  email: string;
  by_link: boolean;
}

/** Sessions of operators. Who is taken off the list is out at the next request. */
export function operatorSessions(options: WebOptions, upstream: Upstream): Sessions {
  const cookie = sessionCookie(options, 'console');
  const askFor = <Answer>(request: FastifyRequest, path: string) =>
    ask<Answer>(upstream, {
      path: `/api/v1/admin/operators/sessions/${path}`,
      body: { token_hash: cookie.read(request) },
      headers: operatorHeaders(options, request, 'pages'),
    });
  return {
    cookie,
    async visitor(request) {
      if (!cookie.read(request)) throw sessionEnded('ended');
      const checked = await askFor<{ session: OperatorSession | null }>(request, 'check');
      if (!checked.ok) throw noAnswer(new Error(`the check of a session answered ${checked.code}`));
      const { session } = checked.answer;
      if (!session || !(session.by_link || isOperator(options, session.email))) throw sessionEnded('ended');
      const { email } = session;
      return {
        person: email,
        shown: { email },
        headers: operatorHeaders(options, request, email),
        members: {},
      };
    },
    async end(request) {
      if (cookie.read(request)) await askFor(request, 'end');
    },
  };
}

/** Of other alphabets some letters become plain ones in lower case, such as the Kelvin sign. */
export const isOperator = ({ config }: Pick<WebOptions, 'config'>, email: string): boolean =>
  /^[!-~]+$/.test(email) && config.OPERATORS.includes(email.toLowerCase());
