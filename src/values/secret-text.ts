import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62 } from '#core/ids.ts';

const secretLength = 32;
const checksumLength = 6;
const form = /^[0-9A-Za-z]{38}$/;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A credential that only its holder has: shown once, stored as its hash. */
export interface SecretText {
  text: string;
  /** SHA-256 in hexadecimal. A 190-bit secret needs no slow hash. */
  hash: string;
}

/** A prefix to recognise it by, 32 random base62 characters (190 bits) and a checksum. */
export const newSecretText = (prefix: string): SecretText => checked(prefix + randomBase62(secretLength));

/** The same form, with the characters that follow from an HMAC of 256 bits: the same digest gives the same text. */
export function derivedSecretText(prefix: string, digestHex: string): SecretText {
  let rest = BigInt(`0x${digestHex}`);
  let digits = '';
  while (digits.length < secretLength) {
    digits += base62[Number(rest % 62n)];
    rest /= 62n;
  }
  return checked(prefix + digits);
}

function checked(unchecked: string): SecretText {
  const text = unchecked + checksum(unchecked);
  return { text, hash: hashOf(text) };
}

/** The stored hash of a text. Null when it can't be one with this prefix, so that junk costs no query. */
export function secretHashOf(prefix: string, text: string): string | null {
  if (!text.startsWith(prefix) || !form.test(text.slice(prefix.length))) return null;
  const unchecked = text.slice(0, -checksumLength);
  return checksum(unchecked) === text.slice(-checksumLength) ? hashOf(text) : null;
}

const hashOf = (text: string): string => hash('sha256', text, 'hex');

/** CRC-32 in six base62 digits: 62^6 exceeds 2^32. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < checksumLength) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
