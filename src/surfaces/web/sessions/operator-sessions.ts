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
  role: string;
  /** The operator who made the link in the console. */
  link_from: string | null;
}

interface Checked {
  state: 'live' | 'ended' | 'locked';
  session: OperatorSession | null;
}

/** Sessions of operators. A person who is taken off the list is out at the next request, and so is whom they let in. */
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
      const hash = cookie.read(request);
      if (!hash) throw sessionEnded('ended');
      const checked = await askFor<Checked>(request, 'check');
      if (!checked.ok) throw noAnswer(new Error(`the check of a session answered ${checked.code}`));
      const { state, session } = checked.answer;
      if (state === 'ended') throw sessionEnded('ended');
      if (!session || !mayOperate(options, session)) {
        // For good: a lock that is lifted again brings no session back.
        await askFor(request, 'end');
        throw sessionEnded('ended');
      }
      const { email, by_link, link_from, role } = session;
      const actor = link_from === null ? email : `${email} (link from ${link_from})`;
      return {
        person: email,
        shown: { email, by_link, role },
        headers: { ...operatorHeaders(options, request, actor), 'x-console-session': hash },
        members: {},
      };
    },
    async end(request) {
      if (cookie.read(request)) await askFor(request, 'end');
    },
  };
}

/** Some letters of other alphabets become plain ones in lower case, such as the Kelvin sign. */
export const isOperator = ({ config }: Pick<WebOptions, 'config'>, email: string): boolean =>
  /^[!-~]+$/.test(email) && config.OPERATORS.includes(email.toLowerCase());

/**
 * Everyone must be on the list, and so must the operator who made their link. Without a list, the console opens only to links that were made
 * with the admin secret.
 */
export function mayOperate(options: Pick<WebOptions, 'config'>, session: OperatorSession): boolean {
  const { email, by_link: byLink, link_from: linkFrom } = session;
  if (options.config.OPERATORS.length === 0) return byLink && linkFrom === null;
  return isOperator(options, email) && (linkFrom === null || isOperator(options, linkFrom));
}
