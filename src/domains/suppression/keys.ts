import { hash } from 'node:crypto';
import { uuidOf } from '#core/ids.ts';
import type { ContactSet } from '#values/contacts/index.ts';

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

const blockBytes = 64;
const digestBytes = 32;

/** HMAC-SHA256 (RFC 2104) as hexadecimal text. */
export function hmacHex(key: string, text: string): string {
  if (last?.key !== key) last = { key, digest: openHmac(key) };
  return last.digest(text);
}

// A process has one pepper.
let last: { key: string; digest: (text: string) => string } | undefined;

/** Two one-shot hashes cost half as much as `createHmac`, which makes an object for each text. */
function openHmac(key: string): (text: string) => string {
  const keyBytes = Buffer.byteLength(key) > blockBytes ? hash('sha256', key, 'buffer') : Buffer.from(key);
  const inner = Buffer.alloc(4096, 0x36);
  const outer = Buffer.alloc(blockBytes + digestBytes, 0x5c);
  for (const [at, byte] of keyBytes.entries()) {
    inner[at]! ^= byte;
    outer[at]! ^= byte;
  }
  return (text) => {
    outer.write(hash('sha256', framed(inner, text), 'latin1'), blockBytes, 'latin1');
    return hash('sha256', outer, 'hex');
  };
}

/** The block with the text behind it. */
function framed(inner: Buffer, text: string): Buffer {
  const block = inner.subarray(0, blockBytes);
  // A UTF-16 unit is at most three bytes in UTF-8.
  if (blockBytes + text.length * 3 > inner.length) return Buffer.concat([block, Buffer.from(text)]);
  return inner.subarray(0, blockBytes + inner.write(text, blockBytes));
}
