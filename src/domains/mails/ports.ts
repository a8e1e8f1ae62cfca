import { port } from '#core/ports.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Frame } from './composing/layout.ts';

/** Around the words of every mail. */
export const MailFrame = port<Pick<Frame, 'contact'>>('mail-frame');

/** Null if no mail sender is configured. */
export const MailSender = port<Mailer | null>('mail-sender');
