import type { OpenDomain, Platform } from '#core/domain.ts';
import type { Config } from '#core/environment.ts';
import { allows } from '#core/machine/development.ts';
import { openMailOutbox } from '#platform/mail/mail-outbox.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { openSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import { openWebhookMailer } from '#platform/mail/webhook-mailer.ts';
import type { Frame } from './composing/layout.ts';
import { MailFrame, MailOutbox, MailSender } from './ports.ts';

/** Opens the operator's mail server or mail webhook, else, while MAIL_OUTBOX is on, an outbox in memory. */
export function openMails(platform: Platform): OpenDomain {
  const { config, clock } = platform;
  const configured = configuredMailer(config, platform);
  const outbox = configured || !allows(config, 'MAIL_OUTBOX') ? null : openMailOutbox(clock);
  return {
    ports: [
      MailFrame.opened({ contact: contactOf(config) }),
      MailOutbox.opened(outbox),
      MailSender.opened(configured ?? outbox),
    ],
  };
}

function configuredMailer(config: Config, { outgoing, clock }: Platform): Mailer | null {
  const { SMTP_URL, MAIL_FROM, MAIL_WEBHOOK_URL, MAIL_WEBHOOK_SECRET: secret } = config;
  if (SMTP_URL) return openSmtpMailer({ url: SMTP_URL, from: MAIL_FROM, replyTo: supportOf(config) });
  if (!MAIL_WEBHOOK_URL) return null;
  return openWebhookMailer({ url: MAIL_WEBHOOK_URL, secret, openClient: outgoing.vendorClient, clock });
}

const supportOf = ({ SUPPORT_EMAIL, SALES_EMAIL }: Config): string => SUPPORT_EMAIL || SALES_EMAIL;

/** As on the pages. */
function contactOf(config: Config): Frame['contact'] {
  const email = supportOf(config);
  if (email) return { href: `mailto:${encodeURI(email)}`, label: email };
  return config.CONTACT_URL ? { href: config.CONTACT_URL, label: config.CONTACT_URL } : null;
}
