import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, apps } from '../apps.ts';
import { clearCookie, cookieName, readCookie, setCookie } from '../cookies.ts';
import { ownAddress } from '../origin.ts';
import { isToken, newToken } from '../sessions/session-cookie.ts';
import type { Checks } from './oidc.ts';

/** A sign-in under way, kept in the browser that began it. */
export interface Flow extends Checks {
  app: App;
  /** Where to go afterwards. */
  to: string;
}

const maxAgeSeconds = 600;

export function keepFlow(reply: FastifyReply, origin: string, flow: Flow): void {
  const value = Buffer.from(JSON.stringify(flow)).toString('base64url');
  setCookie(reply, { name: cookieName(origin, 'flow'), value, maxAgeSeconds });
}

/** Each is good for one answer. */
export function takeFlow(request: FastifyRequest, reply: FastifyReply, origin: string): Flow | null {
  const name = cookieName(origin, 'flow');
  const value = readCookie(request, name);
  if (value === null) return null;
  clearCookie(reply, name);
  return flowIn(value);
}

/**
 * After a sign-out or a refusal, the next sign-in asks which account to use. The provider still knows the person and would
 * otherwise sign them in again without a question.
 */
export const askWhichAccount = (reply: FastifyReply, origin: string): void =>
  setCookie(reply, { name: cookieName(origin, 'choose'), value: '1', maxAgeSeconds: 30 * 86_400 });

export const asksWhichAccount = (request: FastifyRequest, origin: string): boolean =>
  readCookie(request, cookieName(origin, 'choose')) === '1';

export const forgetChoice = (reply: FastifyReply, origin: string): void =>
  clearCookie(reply, cookieName(origin, 'choose'));

/** The longest that browsers keep a cookie. */
const browserSeconds = 400 * 86_400;

/** The token by which an account recognises a browser that it was used with before. It grants nothing. */
export function browserToken(request: FastifyRequest, origin: string): string {
  const token = readCookie(request, cookieName(origin, 'browser'));
  return isToken(token) ? token : newToken();
}

/** It stays after a sign-out. */
export const keepBrowserToken = (reply: FastifyReply, origin: string, value: string): void =>
  setCookie(reply, { name: cookieName(origin, 'browser'), value, maxAgeSeconds: browserSeconds });

function flowIn(value: string): Flow | null {
  let read: Partial<Flow> | null;
  try {
    read = JSON.parse(Buffer.from(value, 'base64url').toString()) as Partial<Flow> | null;
  } catch {
    return null;
  }
  const { state, nonce, verifier, app, to } = read ?? {};
  const texts = [state, nonce, verifier, to].every((text) => typeof text === 'string');
  if (!texts || !apps.includes(app!)) return null;
  return { state: state!, nonce: nonce!, verifier: verifier!, app: app!, to: ownAddress(app!, to) };
}
