import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs } from '#core/clock.ts';
import { digest } from '#core/ids.ts';
import { type ExtraHost, type ProfileLink, parseProfileLink } from '#values/profile-link/index.ts';

/**
 * What proves control follows from the operator's pepper, so that it is stored nowhere and can't be made from the
 * database. The words keep it apart from keys of the list, which the same pepper makes.
 */
const follows = (pepper: string, words: string, of: string): Buffer =>
  createHmac('sha256', pepper).update(`${words}:${of}`).digest();

/** Goes to the address by mail; 256 bits, so that tries need not be counted. */
export const mailToken = (pepper: string, requestId: string): string =>
  follows(pepper, 'opt-out mail token', requestId).toString('base64url');

/** In constant time. */
export const tokenFits = (pepper: string, requestId: string, given: string): boolean =>
  timingSafeEqual(digest(given), digest(mailToken(pepper, requestId)));

/**
 * Goes into a text of the profile by its owner, where everybody may read it; 96 bits. It is the same for everybody who
 * asks on one day (UTC), so that no request can be in another's way.
 */
export const profileNonce = (pepper: string, url: string, at: Date): string =>
  `contactry-${follows(pepper, 'opt-out profile nonce', `${dayOf(at)} ${url}`)
    .toString('hex')
    .slice(0, 24)}`;

/** What every nonce looks like. */
export const nonceForm = /^contactry-[0-9a-f]{24}$/;

/** Those that prove a profile at this time: today's, and yesterday's, which may just have been given. */
export const profileNonces = (pepper: string, url: string, at: Date): string[] => [
  profileNonce(pepper, url, at),
  profileNonce(pepper, url, new Date(at.getTime() - dayMs)),
];

/** When the nonce of this time is no proof any more: at the end of the next day. */
export const nonceExpiry = (at: Date): Date => new Date(Date.parse(`${dayOf(at)}T00:00:00Z`) + 2 * dayMs);

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const profilePrefix = 'optp_';

/** Names a request for a profile: the profile itself, since such a request is stored nowhere. */
export const profileRequestId = (url: string): string =>
  `${profilePrefix}${Buffer.from(url).toString('base64url')}`;

/** Null for the id of any other request. */
export function profileOfRequest(id: string, codeHosts: readonly ExtraHost[]): ProfileLink | null {
  if (!id.startsWith(profilePrefix)) return null;
  const url = Buffer.from(id.slice(profilePrefix.length), 'base64url').toString();
  const link = parseProfileLink(url, codeHosts);
  return link.ok ? link.profile : null;
}
