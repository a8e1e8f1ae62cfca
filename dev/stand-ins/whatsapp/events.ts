import { createHmac } from 'node:crypto';
import type { SentCode } from './judge-message.ts';

/** JSON as Meta writes it: slashes and everything but ASCII are escaped. */
export const escapedJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The value of `X-Hub-Signature-256` for these bytes. */
export const signatureOf = (body: string, appSecret: string): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;

/** One delivery of the webhook, with these changes. */
export const eventOf = (...changes: { field: string; value: unknown }[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', changes }],
});

export interface StatusOptions {
  /** In milliseconds since 1970. */
  atMs?: number;
  errorCode?: number;
}

/** A status event of a message. */
export function statusOf(
  { to, reference, ownId }: SentCode,
  status: 'sent' | 'delivered' | 'read' | 'failed',
  { atMs = Date.now(), errorCode }: StatusOptions = {},
) {
  return {
    id: reference,
    status,
    timestamp: String(Math.floor(atMs / 1000)),
    recipient_id: to.slice(1),
    biz_opaque_callback_data: ownId,
    ...(errorCode === undefined
      ? { pricing: { billable: true, pricing_model: 'PMP', category: 'authentication', type: 'regular' } }
      : {
          errors: [
            { code: errorCode, title: 'A stand-in’s error', href: 'https://developers.facebook.com/' },
          ],
        }),
  };
}

export const messagesChange = (value: Record<string, unknown>) => ({
  field: 'messages',
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '447700900001', phone_number_id: '106540352242922' },
    ...value,
  },
});
