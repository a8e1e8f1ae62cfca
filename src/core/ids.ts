import { hash, randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` random base62 characters, without modulo bias. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

/** An opaque public identifier such as `key_4fR…`. */
export const newId = (prefix: string): string => `${prefix}_${randomBase62(22)}`;

/** SHA-256 of the parts, each preceded by its length in UTF-8 bytes so that no two lists of parts collide. */
export function digest(...parts: string[]): Buffer {
  return hash('sha256', parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join(''), 'buffer');
}

/** The first 16 bytes of a digest in the form of a UUID (version 8, RFC 9562 §5.8). */
export function uuidOf(hashed: Buffer): string {
  const bytes = Buffer.from(hashed.subarray(0, 16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
