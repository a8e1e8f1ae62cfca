import { createHmac } from 'node:crypto';

export interface WebhookMessage {
  /** The same for every attempt to send the message, so that the receiver recognizes repeats. */
  id: string;
  sentAt: Date;
  /** The exact bytes to send. */
  body: string;
}

/** `whsec_` and the base64 of 24 to 64 bytes (Standard Webhooks, "Signature scheme"). */
export const isWebhookSecret = (text: string): boolean => {
  const bytes = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
  if (bytes === undefined) return false;
  const { length } = Buffer.from(bytes, 'base64');
  return length >= 24 && length <= 64;
};

/**
 * The headers that let a receiver verify a message: HMAC-SHA256 over `id.timestamp.body` (standardwebhooks.com). Several secrets
 * make several signatures, and a receiver needs one of them: so a secret can be replaced without losing a message.
 */
export function webhookHeaders(
  secret: string | readonly string[],
  { id, sentAt, body }: WebhookMessage,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatureBy = (one: string) => {
    const key = Buffer.from(one.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  const signatures = (typeof secret === 'string' ? [secret] : secret).map(signatureBy);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
