import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Verification } from './port.ts';

export interface SignedDelivery {
  body: Buffer;
  headers: Readonly<Record<string, string | undefined>>;
}

/** How a provider signs: HMAC-SHA256 over the raw body, in lower-case hex. */
export interface SigningScheme {
  /** Any of them counts. */
  secrets: readonly string[];
  signatureHeader: string;
  /** A header with the event's id. It isn't signed. */
  eventHeader?: string;
  /** The event's id, where the payload has it. */
  eventOf?(payload: Payload): unknown;
  /** The provider's name of the event. Default: the member `event`. */
  typeOf?(payload: Payload): unknown;
}

type Payload = Readonly<Record<string, unknown>>;

export function verifySignedDelivery(
  { body, headers }: SignedDelivery,
  { secrets, signatureHeader, eventHeader = '', eventOf, typeOf = ({ event }) => event }: SigningScheme,
): Verification {
  if (secrets.length === 0) return { ok: false, reason: 'not_configured' };
  const given = headers[signatureHeader];
  if (!given) return { ok: false, reason: 'missing_signature' };
  if (!secrets.some((secret) => isSigned(body, given, secret)))
    return { ok: false, reason: 'wrong_signature' };

  const payload = parseObject(body);
  if (!payload) return { ok: false, reason: 'not_json' };
  const event = textOf(eventOf ? eventOf(payload) : headers[eventHeader]) || null;
  return { ok: true, event, type: textOf(typeOf(payload)), payload };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const signatureOf = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

function isSigned(body: Buffer, given: string, secret: string): boolean {
  const [expected, sent] = [Buffer.from(signatureOf(body, secret)), Buffer.from(given)];
  return expected.length === sent.length && timingSafeEqual(expected, sent);
}

function parseObject(body: Buffer): Payload | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Payload) : null;
  } catch {
    return null;
  }
}
