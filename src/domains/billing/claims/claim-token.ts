import { createHmac, timingSafeEqual } from 'node:crypto';
import { digest } from '#core/ids.ts';

const form = /^clm_([0-9A-Za-z]{22})_[\w-]{43}$/;

/**
 * Derived from the purchase and the pepper, so it is never stored: each poll can show it again, and the database isn't enough to
 * make one.
 */
export const claimToken = (pepper: string, purchase: string): string =>
  `clm_${purchase.replace(/^pur_/, '')}_${createHmac('sha256', pepper).update(`billing claim token:${purchase}`).digest('base64url')}`;

/** The purchase that a token claims, or null for a text that is no token of ours. Compares in constant time. */
export function purchaseOfToken(pepper: string, token: string): string | null {
  const purchase = `pur_${form.exec(token)?.[1] ?? ''}`;
  return timingSafeEqual(digest(token), digest(claimToken(pepper, purchase))) ? purchase : null;
}
