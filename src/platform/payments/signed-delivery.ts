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
  /** Carries the event's id, which isn't signed. */
  eventHeader: string;
}

export function verifySignedDelivery(
  { body, headers }: SignedDelivery,
  { secrets, signatureHeader, eventHeader }: SigningScheme,
): Verification {
  if (secrets.length === 0) return { ok: false, reason: 'not_configured' };
  const given = headers[signatureHeader];
  if (!given) return { ok: false, reason: 'missing_signature' };
  if (!secrets.some((secret) => isSigned(body, given, secret)))
    return { ok: false, reason: 'wrong_signature' };

  const payload = parseObject(body);
  if (!payload) return { ok: false, reason: 'not_json' };
  const type = typeof payload.event === 'string' ? payload.event : '';
  return { ok: true, event: headers[eventHeader] || null, type, payload };
}

export const signatureOf = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

function isSigned(body: Buffer, given: string, secret: string): boolean {
  const [expected, sent] = [Buffer.from(signatureOf(body, secret)), Buffer.from(given)];
  return expected.length === sent.length && timingSafeEqual(expected, sent);
}

function parseObject(body: Buffer): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
