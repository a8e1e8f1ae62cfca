import { type Config, entries, rejectValue, text, url, variable } from '#core/environment.ts';
import { allows } from '#core/machine/development.ts';

const vendorUrl = 'https://api.razorpay.com';

const keyId = (value: string) =>
  /^rzp_(test|live)_\w+$/.test(value) ? value : rejectValue('must start with rzp_test_ or rzp_live_');

const webhookSecrets = (value: string) => {
  const secrets = entries(value);
  return secrets.length > 0 && secrets.every((secret) => secret.length >= 16)
    ? secrets
    : rejectValue('must be one or more secrets of at least 16 characters, separated by commas');
};

export const razorpayVariables = {
  RAZORPAY_KEY_ID: variable(
    'Key id of your Razorpay account (docs/guide/razorpay.md).',
    '',
    keyId,
    'rzp_test_4mAYQ7rYV0bIqJ',
  ),
  RAZORPAY_KEY_SECRET: variable('Key secret that belongs to RAZORPAY_KEY_ID.', '', text),
  RAZORPAY_WEBHOOK_SECRET: variable(
    "Secrets of the webhook that you created in Razorpay's dashboard, separated by commas: the current one, then the previous one for a day after a change.",
    [] as string[],
    webhookSecrets,
  ),
  RAZORPAY_BASE_URL: variable(
    "Base URL of Razorpay's API. Other values are for stand-ins: see VENDOR_STAND_INS.",
    vendorUrl,
    url('http:', 'https:'),
  ),
};

/** The credential goes to this address. */
export function refusedBaseUrl(config: Config): string[] {
  const { RAZORPAY_KEY_ID, RAZORPAY_BASE_URL } = config;
  if (RAZORPAY_BASE_URL === vendorUrl) return [];
  if (!allows(config, 'VENDOR_STAND_INS'))
    return [`RAZORPAY_BASE_URL must be ${vendorUrl} unless VENDOR_STAND_INS is on`];
  return RAZORPAY_KEY_ID.startsWith('rzp_live_')
    ? [`RAZORPAY_BASE_URL must be ${vendorUrl} when RAZORPAY_KEY_ID is a live key`]
    : [];
}
