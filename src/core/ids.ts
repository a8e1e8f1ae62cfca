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

/**
 * Ids that differ from each other and from those of other processes, and are no secret: a random beginning and a count. They cost
 * a tenth of a random UUID.
 */
export function openSequence(): () => string {
  const beginning = randomBytes(8).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${beginning}-${count.toString(36)}`;
  };
}

/** SHA-256 of the parts. Each is prefixed with its length in UTF-8 bytes, so that different lists never collide. */
export const digest = (...parts: string[]): Buffer => hash('sha256', framed(parts), 'buffer');

/** The same digest as a UUID: see `uuidOf`. */
export const digestId = (...parts: string[]): string => uuidOf(hash('sha256', framed(parts), 'hex'));

const framed = (parts: string[]): string =>
  parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('');

/** The first 16 bytes of a hexadecimal digest as a UUID (version 8, RFC 9562 §5.8). */
export function uuidOf(hex: string): string {
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A UUID as a public id: `job_` and its hexadecimal digits. */
export const idOfUuid = (prefix: string, uuid: string): string => `${prefix}_${uuid.replaceAll('-', '')}`;

/** The UUID in such an id. Null for any other text. */
export function uuidInId(prefix: string, id: string): string | null {
  const hex = id.startsWith(`${prefix}_`)
    ? /^[0-9a-f]{32}$/.exec(id.slice(prefix.length + 1))?.[0]
    : undefined;
  return hex?.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5') ?? null;
}
