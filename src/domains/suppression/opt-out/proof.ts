import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs } from '#core/clock.ts';
import { digest } from '#core/ids.ts';
import { type ExtraHost, type ProfileLink, parseProfileLink } from '#values/profile-link/index.ts';

/**
 * Proofs derive from the operator's pepper, so they need no storage and can't be made from the database. `words` separates them
 * from suppression keys, which use the same pepper.
 */
const follows = (pepper: string, words: string, of: string): Buffer =>
  createHmac('sha256', pepper).update(`${words}:${of}`).digest();

/** Mailed to the address. 256 bits, so attempts need no counting. */
export const mailToken = (pepper: string, requestId: string): string =>
  follows(pepper, 'opt-out mail token', requestId).toString('base64url');

/** Compares in constant time. */
export const tokenFits = (pepper: string, requestId: string, given: string): boolean =>
  timingSafeEqual(digest(given), digest(mailToken(pepper, requestId)));

/**
 * Placed in a public text of the profile by its owner. 128 bits. Everyone who asks on one UTC day gets the same nonce, so that
 * requests can't interfere with each other.
 */
export const profileNonce = (pepper: string, url: string, at: Date): string =>
  `contactry-${follows(pepper, 'opt-out profile nonce', `${dayOf(at)} ${url}`)
    .toString('hex')
    .slice(0, 32)}`;

/** The form of every nonce. */
export const nonceForm = /^contactry-[0-9a-f]{32}$/;

/** The nonces valid at this time: today's, and yesterday's, which may have been issued a moment ago. */
export const profileNonces = (pepper: string, url: string, at: Date): string[] => [
  profileNonce(pepper, url, at),
  profileNonce(pepper, url, new Date(at.getTime() - dayMs)),
];

/** A nonce issued at this time expires at the end of the next day. */
export const nonceExpiry = (at: Date): Date => new Date(Date.parse(`${dayOf(at)}T00:00:00Z`) + 2 * dayMs);

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const profilePrefix = 'optp_';

/** Such a request isn't stored, so its id contains the profile itself. */
export const profileRequestId = (url: string): string =>
  `${profilePrefix}${Buffer.from(url).toString('base64url')}`;

/** Null for the id of any other kind of request. */
export function profileOfRequest(id: string, codeHosts: readonly ExtraHost[]): ProfileLink | null {
  if (!id.startsWith(profilePrefix)) return null;
  const url = Buffer.from(id.slice(profilePrefix.length), 'base64url').toString();
  const link = parseProfileLink(url, codeHosts);
  return link.ok ? link.profile : null;
}
