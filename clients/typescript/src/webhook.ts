import type { WebhookEvents } from './api.generated.ts';

/** An event that Contactry sends to your server. A newer service may send types that this client doesn't know: ignore them. */
export type WebhookEvent = {
  [Type in keyof WebhookEvents]: {
    /** The same for every attempt. Keep it, and ignore repeats. */
    id: string;
    type: Type;
    /** When it happened. ISO 8601, UTC. */
    timestamp: string;
    data: WebhookEvents[Type];
  };
}[keyof WebhookEvents];

/** The message is not one of Contactry's, was changed, or is too old. Answer with 401. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface WebhookMessage {
  /** The exact bytes that you received, not parsed. */
  body: string | Uint8Array | ArrayBuffer;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** `whsec_…`. While you replace a secret, give both. */
  secret: string | readonly string[];
  /** Seconds that the message's time may differ from your clock. Default: 300. */
  tolerance?: number | undefined;
}

/** The event of a message that Contactry has signed (Standard Webhooks). Throws `WebhookError` for any other message. */
export async function verifyWebhook({
  body,
  headers,
  secret,
  tolerance = 300,
}: WebhookMessage): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookError('The message is not signed.');
  const age = Date.now() / 1000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > tolerance)
    throw new WebhookError('The time of the message is too far from that of your clock.');

  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSignedByOne(signed, signatures, [secret].flat()))) {
    throw new WebhookError('No signature of the message was made with the secret.');
  }
  return { ...JSON.parse(new TextDecoder().decode(bytes)), id };
}

/** `crypto.subtle.verify` takes the same time for every wrong signature. */
async function isSignedByOne(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const given = signatures
    .split(' ', mostSignatures)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => bytesOf(one.slice('v1,'.length)))
    .filter((bytes) => bytes !== null);
  const keys = await Promise.all(secrets.map(keyOf));
  const pairs = keys.flatMap((key) => given.map((signature) => ({ key, signature })));
  const checks = pairs.map(({ key, signature }) => crypto.subtle.verify('HMAC', key, signature, signed));
  return (await Promise.all(checks)).includes(true);
}

/** A message has one for each valid secret, so at most a few. */
const mostSignatures = 20;

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : null;
  if (!bytes?.length)
    throw new TypeError('A webhook secret is whsec_ and base64, as Contactry shows it once.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function headerOf(headers: WebhookMessage['headers'], name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
