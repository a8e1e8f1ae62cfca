import { entries, rejectValue, text, url, variable } from '#core/environment.ts';
import type { ProviderDefinition } from '../definition.ts';
import { openRazorpay } from './open-razorpay.ts';
import { hostedCheckoutOrigin } from './orders.ts';

const keyId = (value: string) =>
  /^rzp_(test|live)_\w+$/.test(value) ? value : rejectValue('must start with rzp_test_ or rzp_live_');

const webhookSecrets = (value: string) => {
  const secrets = entries(value);
  return secrets.length > 0 && secrets.every((secret) => secret.length >= 16)
    ? secrets
    : rejectValue('must be one or more secrets of at least 16 characters, separated by commas');
};

const variables = {
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
    'https://api.razorpay.com',
    url('http:', 'https:'),
  ),
};

export const razorpay: ProviderDefinition<typeof variables> = {
  name: 'razorpay',
  variables,
  credential: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET'],
  needed: ['RAZORPAY_WEBHOOK_SECRET'],
  baseUrl: 'RAZORPAY_BASE_URL',
  isTest: ({ RAZORPAY_KEY_ID }) => RAZORPAY_KEY_ID.startsWith('rzp_test_'),
  formOrigins: [hostedCheckoutOrigin],
  open: (config, { openClient, now }) =>
    openRazorpay({
      keyId: config.RAZORPAY_KEY_ID,
      keySecret: config.RAZORPAY_KEY_SECRET,
      webhookSecrets: config.RAZORPAY_WEBHOOK_SECRET,
      openClient,
      now,
    }),
};
