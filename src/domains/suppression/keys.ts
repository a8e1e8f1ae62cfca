import { createHmac } from 'node:crypto';

/** What can be suppressed: a profile by its canonical link, an address or a number by its normalised form. */
export type SuppressionKind = 'profile' | 'email' | 'phone';

/**
 * Stands for a value in the suppression list: HMAC-SHA256 of `kind:value` under the operator's pepper, cut to 128 bits.
 * A plain hash of an address or number could be found by trying them all. `value` is the normalised form, never raw text.
 */
export const suppressionKey = (pepper: string, kind: SuppressionKind, value: string): string =>
  uuidOfHex(createHmac('sha256', pepper).update(`${kind}:${value}`).digest('hex'));

/** `uuidOf` for a digest in hexadecimal: an import makes millions of keys, and as text each costs half. */
function uuidOfHex(hex: string): string {
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
