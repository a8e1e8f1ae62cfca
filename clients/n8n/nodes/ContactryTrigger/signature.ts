import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that the time of a message may differ from this clock. */
const tolerance = 300;
const signaturesMax = 20;

/** Whether Contactry sent these bytes, signed with this secret (Standard Webhooks). */
export function isGenuine(
  headers: Readonly<Record<string, unknown>>,
  body: Buffer,
  secret: string,
  now = Date.now(),
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers;
  if (!(Math.abs(now / 1000 - Number(at)) <= tolerance)) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  if (key.length === 0) return false;
  const expected = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest();
  return String(signatures)
    .split(' ', signaturesMax)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}
