import type { FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { SessionCookie } from './session-cookie.ts';

/** The person who is signed in, as the API knows them. */
export interface Visitor {
  /** One name for all sessions of the same person. */
  person: string;
  /** The members that the page may see. */
  shown: Readonly<Record<string, unknown>>;
  /** The secret, and the operator's name. */
  headers: Readonly<Record<string, string>>;
  /** What the page can't choose: members of requests by name. */
  members: Readonly<Record<string, string>>;
}

/** The sessions of one app. */
export interface Sessions {
  cookie: SessionCookie;
  /** Fails with `session_ended` without a session. */
  visitor(request: FastifyRequest): Promise<Visitor>;
  /** Ends the session of the browser's token, if there is one. */
  end(request: FastifyRequest): Promise<void>;
}

/** Why a session is over, for the sign-in page. */
export const endings = {
  ended: 'Your session ended. Sign in again.',
  locked: 'This account is locked. Contact support.',
  elsewhere:
    'Your account is in use at another address, so this session ended. Sign out there, or try again when it has been unused for 15 minutes.',
} as const;
export type Ending = keyof typeof endings;

export const sessionEnded = (because: Ending): Failure =>
  new Failure('session_ended', { detail: endings[because], members: { because } });
