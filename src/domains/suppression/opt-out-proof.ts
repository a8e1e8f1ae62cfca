import { createHmac, timingSafeEqual } from 'node:crypto';
import { digest } from '#core/ids.ts';

/**
 * What proves control: it follows from the request's id and the operator's pepper, so that it is stored nowhere and can't
 * be made from the database. The words keep it apart from keys of the list, which the same pepper makes.
 */
const follows = (pepper: string, words: string, requestId: string): Buffer =>
  createHmac('sha256', pepper).update(`${words}:${requestId}`).digest();

/** Goes to the address by mail; 256 bits. */
export const mailToken = (pepper: string, requestId: string): string =>
  follows(pepper, 'opt-out mail token', requestId).toString('base64url');

/** Goes into a text of the profile by its owner, where everybody may read it; 96 bits. */
export const profileNonce = (pepper: string, requestId: string): string =>
  `contactry-${follows(pepper, 'opt-out profile nonce', requestId).toString('hex').slice(0, 24)}`;

/** In constant time. */
export const tokenFits = (pepper: string, requestId: string, given: string): boolean =>
  timingSafeEqual(digest(given), digest(mailToken(pepper, requestId)));
