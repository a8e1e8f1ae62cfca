import { createHmac } from 'node:crypto';
import { uuidOf } from '#core/ids.ts';
import type { ContactSet } from '#values/contacts/index.ts';

/** What can be suppressed: a profile by its canonical link, an address or a number by its normalised form. */
export type SuppressionKind = 'profile' | 'email' | 'phone';

/**
 * Stands for a value in the suppression list: HMAC-SHA256 of `kind:value` under the operator's pepper, cut to 128 bits.
 * A plain hash of an address or number could be found by trying them all. `value` is the normalised form, never raw text.
 */
export const suppressionKey = (pepper: string, kind: SuppressionKind, value: string): string =>
  uuidOf(createHmac('sha256', pepper).update(`${kind}:${value}`).digest('hex'));

/** Of a profile, first, and of every value by which its person could be suppressed. */
export const suppressionKeysOf = (
  pepper: string,
  profileUrl: string,
  { emails, phones }: Pick<ContactSet, 'emails' | 'phones'>,
): string[] => [
  suppressionKey(pepper, 'profile', profileUrl),
  ...emails.map(({ address }) => suppressionKey(pepper, 'email', address)),
  ...phones.map(({ number }) => suppressionKey(pepper, 'phone', number)),
];

/** Stands for a name by which something is counted, so that the name itself is not stored. */
export const hashedName = (pepper: string, words: string, name: string): string =>
  uuidOf(createHmac('sha256', pepper).update(`${words}:${name}`).digest('hex'));
