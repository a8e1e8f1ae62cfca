import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, readCookie, setCookie } from '../cookies.ts';
import { isToken, newToken } from '../sessions/session-cookie.ts';

/** The longest that browsers keep a cookie. */
const maxAgeSeconds = 400 * 86_400;

/** The token by which an account recognises a browser that it was used with before. It grants nothing. */
export function browserToken(request: FastifyRequest, origin: string): string {
  const token = readCookie(request, cookieName(origin, 'browser'));
  return isToken(token) ? token : newToken();
}

/** It stays after a sign-out. */
export const keepBrowserToken = (reply: FastifyReply, origin: string, value: string): void =>
  setCookie(reply, { name: cookieName(origin, 'browser'), value, maxAgeSeconds });
