import type { Clock } from '#core/clock.ts';
import type { Mail, Mailer } from './mailer.ts';

/** Mails kept in memory for a developer to read, in place of a mail server. */
export interface MailOutbox extends Mailer {
  /** Newest first. */
  mails(): readonly (Mail & { sentAt: Date })[];
}

/** Older mails are dropped. */
const mailsMax = 100;

export function openMailOutbox(clock: Clock): MailOutbox {
  let kept: (Mail & { sentAt: Date })[] = [];
  return {
    async deliver(mail) {
      kept = [{ ...mail, sentAt: clock.now() }, ...kept].slice(0, mailsMax);
      return 'accepted';
    },
    mails: () => kept,
  };
}
