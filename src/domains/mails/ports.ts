import { port } from '#core/ports.ts';
import type { MailOutbox as Outbox } from '#platform/mail/mail-outbox.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Frame } from './composing/layout.ts';

/** Around the words of every mail. */
export const MailFrame = port<Pick<Frame, 'contact'>>('mail-frame');

/** In development, the mails that would have been sent. Null: they are sent, or nothing is configured that could. */
export const MailOutbox = port<Outbox | null>('mail-outbox');

/** Null if no mail sender is configured. */
export const MailSender = port<Mailer | null>('mail-sender');
