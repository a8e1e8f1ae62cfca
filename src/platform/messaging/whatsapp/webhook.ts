import { createHmac, timingSafeEqual } from 'node:crypto';
import { digest } from '#core/ids.ts';
import type { MessagingWebhook } from '../messaging.ts';
import { readEvents } from './read-events.ts';

export interface WebhookOptions {
  /** Signs events. Empty: every event is refused. */
  appSecret: string;
  /** Empty: every handshake is refused. */
  verifyToken: string;
}

/**
 * Meta's webhook. The signature is over the bytes as they were sent: Meta escapes slashes and everything but ASCII, so a body
 * that was parsed and written again has another one.
 */
export function openWebhook({ appSecret, verifyToken }: WebhookOptions): MessagingWebhook {
  return {
    isSigned(body, signature) {
      const [, hex] = /^sha256=([\da-f]{64})$/.exec(signature ?? '') ?? [];
      if (!appSecret || !hex) return false;
      const expected = createHmac('sha256', appSecret).update(body).digest();
      return timingSafeEqual(expected, Buffer.from(hex, 'hex'));
    },
    hasVerifyToken: (token) => verifyToken !== '' && timingSafeEqual(digest(token), digest(verifyToken)),
    read: readEvents,
  };
}
