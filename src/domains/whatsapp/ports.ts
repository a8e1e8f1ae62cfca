import { port } from '#core/ports.ts';
import type { LocalOutbox } from '#platform/messaging/local-outbox.ts';
import type { Messaging, MessagingWebhook } from '#platform/messaging/messaging.ts';

/** Null if messages go to the vendor, or nowhere. */
export const CodeOutbox = port<LocalOutbox | null>('code-outbox');

/** Null if no messages can be sent. */
export const CodeMessaging = port<Messaging | null>('code-messaging');

export const CodeWebhook = port<MessagingWebhook>('code-webhook');
