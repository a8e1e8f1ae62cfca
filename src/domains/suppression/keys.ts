import { uuidOf } from '#core/ids.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import { hmacHex } from './hmac.ts';

/** A profile's canonical link, or an address or number in normalised form. */
export type SuppressionKind = 'profile' | 'email' | 'phone';

/**
 * A value's key in the suppression list: HMAC-SHA256 of `kind:value` under the operator's pepper, cut to 128 bits. An unkeyed
 * hash of an address or number could be reversed by trying them all. `value` must be normalised.
 */
export const suppressionKey = (pepper: string, kind: SuppressionKind, value: string): string =>
  uuidOf(hmacHex(pepper, `${kind}:${value}`));

/** Keys of the profile, first, and of every value that could suppress its person. */
export const suppressionKeysOf = (
  pepper: string,
  profileUrl: string,
  { emails, phones }: Pick<ContactSet, 'emails' | 'phones'>,
): string[] => [
  suppressionKey(pepper, 'profile', profileUrl),
  ...emails.map(({ address }) => suppressionKey(pepper, 'email', address)),
  ...phones.map(({ number }) => suppressionKey(pepper, 'phone', number)),
];

/** Replaces a name in a counter, so that the name itself isn't stored. */
export const hashedName = (pepper: string, words: string, name: string): string =>
  uuidOf(hmacHex(pepper, `${words}:${name}`));
