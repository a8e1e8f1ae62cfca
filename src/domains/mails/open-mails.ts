import type { OpenDomain, Platform } from '#core/domain.ts';
import type { Config } from '#core/environment.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { openSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import { openWebhookMailer } from '#platform/mail/webhook-mailer.ts';
import type { Frame } from './composing/layout.ts';
import { MailFrame, MailSender } from './ports.ts';

/** Opens the operator's mail server or mail webhook, if one is configured. */
export const openMails = (platform: Platform): OpenDomain => ({
  ports: [
    MailFrame.opened({ contact: contactOf(platform.config) }),
    MailSender.opened(configuredMailer(platform.config, platform)),
  ],
});

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
