import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62 } from '#core/ids.ts';

export type KeyMode = 'live' | 'test';

const secretLength = 32;
const checksumLength = 6;
const form = /^cty_(live|test)_[0-9A-Za-z]{38}$/;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new key: 32 random base62 characters (190 bits) and a checksum. Shown once and never stored. */
export interface NewKey {
  text: string;
  hash: string;
  /** The part that identifies the key after that. */
  prefix: string;
}

export function newKey(mode: KeyMode): NewKey {
  const unchecked = `cty_${mode}_${randomBase62(secretLength)}`;
  const text = unchecked + checksum(unchecked);
  return { text, hash: hashOf(text), prefix: prefixOf(text) };
}

/** The key's mode and stored hash. Null when the text can't be a key, so that junk costs no query. */
export function readKey(text: string): { mode: KeyMode; hash: string } | null {
  const mode = form.exec(text)?.[1];
  if (mode === undefined) return null;
  const unchecked = text.slice(0, -checksumLength);
  if (checksum(unchecked) !== text.slice(-checksumLength)) return null;
  return { mode: mode as KeyMode, hash: hashOf(text) };
}

/** SHA-256 in hexadecimal. A 190-bit secret needs no slow hash. */
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

/** Four characters at each end distinguish a person's keys and leave more than 140 bits secret. */
const prefixOf = (text: string): string => `${text.slice(0, 13)}…${text.slice(-4)}`;
