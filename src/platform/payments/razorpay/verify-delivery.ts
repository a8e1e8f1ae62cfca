import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Verification } from '../port.ts';
import { isObject, textOf } from './json.ts';

interface Delivery {
  body: Buffer;
  headers: Readonly<Record<string, string | undefined>>;
}

/**
 * Checks `X-Razorpay-Signature`: HMAC-SHA256 over the raw body, in lower-case hex (razorpay.com/docs/webhooks/validate-test).
 * `secrets` are the current one and those that events from before a change are still signed with.
 */
export function verifyDelivery({ body, headers }: Delivery, secrets: readonly string[]): Verification {
  if (secrets.length === 0) return { ok: false, reason: 'not_configured' };
  const given = headers['x-razorpay-signature'];
  if (!given) return { ok: false, reason: 'missing_signature' };
  if (!secrets.some((secret) => isSigned(body, given, secret)))
    return { ok: false, reason: 'wrong_signature' };

  const payload = parseJson(body);
  if (!isObject(payload)) return { ok: false, reason: 'not_json' };
  return {
    ok: true,
    event: textOf(headers['x-razorpay-event-id']),
    type: textOf(payload.event) ?? '',
    payload,
  };
}

export const signatureOf = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

function isSigned(body: Buffer, given: string, secret: string): boolean {
  const [expected, sent] = [Buffer.from(signatureOf(body, secret)), Buffer.from(given)];
  return expected.length === sent.length && timingSafeEqual(expected, sent);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
