import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../apps.ts';
import { clearCookie, cookieName, readCookie, setCookie } from '../cookies.ts';
import { ownOrigin } from '../origin.ts';
import type { WebOptions } from '../web-options.ts';

/** The token in the browser's cookie of one app. */
export interface SessionCookie {
  /** The hash of the token, or null without one. */
  read(request: FastifyRequest): string | null;
  set(request: FastifyRequest, reply: FastifyReply, token: string): void;
  clear(request: FastifyRequest, reply: FastifyReply): void;
}

/** Longer than a session, which ends on its own. */
const maxAgeSeconds = 30 * 24 * 3600;

export function sessionCookie(options: WebOptions, app: App): SessionCookie {
  const nameFor = (request: FastifyRequest) => cookieName(ownOrigin(options, request), app);
  return {
    read(request) {
      const token = readCookie(request, nameFor(request));
      return isToken(token) ? tokenHashOf(token) : null;
    },
    set: (request, reply, token) => setCookie(reply, { name: nameFor(request), value: token, maxAgeSeconds }),
    clear: (request, reply) => clearCookie(reply, nameFor(request)),
  };
}

/** 256 random bits. The browser keeps the token, the database its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const tokenHashOf = (token: string): string => hash('sha256', token, 'hex');

export const isToken = (text: string | null): text is string => text !== null && /^[\w-]{43}$/.test(text);
