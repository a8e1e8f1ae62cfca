import { type Config, rejectValue, secret, url, variable } from '#core/environment.ts';
import { allows } from '#core/machine/development.ts';

const metaUrl = 'https://graph.facebook.com/v25.0';

const matching = (form: RegExp, what: string) => (value: string) =>
  form.test(value) ? value : rejectValue(`must be ${what}`);

export const whatsappVariables = {
  WHATSAPP_TOKEN: variable(
    'Token of a system user of your Meta business, to send WhatsApp codes. Without it, codes go to a local outbox (docs/guide/whatsapp.md).',
    '',
    secret,
    'EAAG…',
  ),
  WHATSAPP_PHONE_NUMBER_ID: variable(
    'The id that Meta gave the number you send from. Not the number itself.',
    '',
    matching(/^\d{5,30}$/, 'the id of a phone number: digits only'),
    '106540352242922',
  ),
  WHATSAPP_TEMPLATE: variable(
    'Name of your authentication template.',
    'verification_code',
    matching(/^[a-z\d_]{1,512}$/, 'the name of a template: lower-case letters, digits and underscores'),
  ),
  WHATSAPP_TEMPLATE_LANGUAGE: variable(
    'Language code of the template.',
    'en_US',
    matching(/^[a-z]{2,3}(?:_[A-Z]{2,3})?$/, 'a language code such as en_US or hi'),
  ),
  WHATSAPP_APP_SECRET: variable(
    'Secret of your Meta app. It signs webhook events; without it every event is refused.',
    '',
    secret,
  ),
  WHATSAPP_VERIFY_TOKEN: variable(
    'A text of your choice that you also enter at Meta, where you set up the webhook.',
    '',
    secret,
  ),
  WHATSAPP_BASE_URL: variable(
    "Base URL of Meta's Cloud API, with its version. Other hosts are for stand-ins: see VENDOR_STAND_INS.",
    metaUrl,
    url('http:', 'https:'),
  ),
};

/** Variables that must be set together. */
const pairs = [
  ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID'],
  ['WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'],
] as const;

/** Refuses half a configuration, and a foreign host, which would receive the token. */
export function refusedWhatsappVariables(config: Config): string[] {
  const halves = pairs
    .map((pair) => pair.toSorted((one, other) => Number(config[one] === '') - Number(config[other] === '')))
    .filter(([set, missing]) => config[set!] !== '' && config[missing!] === '')
    .map(([set, missing]) => `${missing} must be set when ${set} is`);
  const isForeign = new URL(config.WHATSAPP_BASE_URL).origin !== new URL(metaUrl).origin;
  return isForeign && !allows(config, 'VENDOR_STAND_INS')
    ? [...halves, "WHATSAPP_BASE_URL must be the vendor's own address unless VENDOR_STAND_INS is on"]
    : halves;
}
