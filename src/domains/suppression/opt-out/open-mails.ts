import type { OpenDomain, Platform } from '#core/domain.ts';
import { type Config, rejectValue, variable, webhookUrl } from '#core/environment.ts';
import { isWebhookSecret } from '#core/http/standard-webhooks.ts';
import { openWebhookMailer } from '#platform/mail/webhook-mailer.ts';

import { MailSender } from '../ports.ts';

const webhookSecret = (value: string) =>
  isWebhookSecret(value) ? value : rejectValue('must be whsec_ and the base64 of 24 to 64 random bytes');

export const mailVariables = {
  MAIL_WEBHOOK_URL: variable(
    'URL of your mail sender. It receives a signed JSON POST for each mail (docs/guide/privacy.md). If unset, opt-outs by email wait for an operator, and buyers get no mail.',
    '',
    webhookUrl,
    'https://mailer.example.com/contactry',
  ),
  MAIL_WEBHOOK_SECRET: variable(
    'Secret that signs requests to MAIL_WEBHOOK_URL (Standard Webhooks).',
    '',
    webhookSecret,
    'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  ),
};

/** Without PUBLIC_URL, the links in mails would lead to this machine's own address. */
export const refusedMailVariables = (config: Config & { PUBLIC_URL?: string }): string[] =>
  (['MAIL_WEBHOOK_SECRET', 'PUBLIC_URL'] as const)
    .filter((name) => config.MAIL_WEBHOOK_URL && !config[name])
    .map((name) => `${name} must be set when MAIL_WEBHOOK_URL is`);

/** Opens the operator's mail webhook, if one is configured. */
export function openMails({ config, outgoing, clock }: Platform): OpenDomain {
  const { MAIL_WEBHOOK_URL: to, MAIL_WEBHOOK_SECRET: secret } = config;
  const { vendorClient: openClient } = outgoing;
  return {
    ports: [MailSender.opened(to ? openWebhookMailer({ url: to, secret, openClient, clock }) : null)],
  };
}
