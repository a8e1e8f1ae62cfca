import { type Config, rejectValue, url, variable, webhookUrl } from '#core/environment.ts';
import { isWebhookSecret } from '#core/http/standard-webhooks.ts';
import { isSender } from '#platform/mail/smtp-mailer.ts';

const webhookSecret = (value: string) =>
  isWebhookSecret(value) ? value : rejectValue('must be whsec_ and the base64 of 24 to 64 random bytes');

const sender = (value: string) =>
  isSender(value)
    ? value
    : rejectValue('must be an email address, or a name and an address: Contactry <mails@example.com>');

const smtpForm =
  'must be smtp://USER:PASSWORD@HOST:PORT or smtps://…, with special characters encoded, such as @ as %40';
function smtpUrl(value: string): string {
  const read = url('smtp:', 'smtps:')(value);
  const { hostname, username, password, pathname, search, hash } = new URL(read);
  const isWhole = hostname !== '' && (username === '') === (password === '');
  const isEncoded = /^(?:[^%]|%[\da-f]{2})*$/i.test(username + password);
  return isWhole && isEncoded && pathname + search + hash === '' ? read : rejectValue(smtpForm);
}

export const mailVariables = {
  SMTP_URL: variable(
    'Your mail server: smtp:// with STARTTLS, port 587, or smtps://, port 465. Encode special characters of the password, such as @ as %40 (docs/guide/mail.md). If neither it nor MAIL_WEBHOOK_URL is set, opt-outs by email wait for an operator, and customers get no mail.',
    '',
    smtpUrl,
    'smtp://contactry:password@mail.example.com:587',
  ),
  MAIL_FROM: variable(
    'Sender of the mails that go to SMTP_URL.',
    '',
    sender,
    'Contactry <mails@example.com>',
  ),
  MAIL_WEBHOOK_URL: variable(
    'URL of your own mail sender, instead of SMTP_URL. It receives a signed JSON POST for each mail (docs/guide/mail.md).',
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
export function refusedMailVariables(config: Config & { PUBLIC_URL?: string }): string[] {
  const missing = (set: 'SMTP_URL' | 'MAIL_WEBHOOK_URL', ...needed: (keyof typeof config)[]) =>
    needed.filter((name) => config[set] && !config[name]).map((name) => `${name} must be set when ${set} is`);
  return [
    ...missing('SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'),
    ...missing('MAIL_WEBHOOK_URL', 'MAIL_WEBHOOK_SECRET', 'PUBLIC_URL'),
    ...(config.SMTP_URL && config.MAIL_WEBHOOK_URL
      ? ['SMTP_URL and MAIL_WEBHOOK_URL exclude each other']
      : []),
  ];
}
