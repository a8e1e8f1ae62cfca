import type { ProviderDefinition } from '../definition.ts';
import { openRazorpay } from './open-razorpay.ts';
import { hostedCheckoutOrigin } from './orders.ts';
import { razorpayVariables, refusedBaseUrl } from './variables.ts';

export const razorpay: ProviderDefinition<typeof razorpayVariables> = {
  name: 'razorpay',
  variables: razorpayVariables,
  credential: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET'],
  needed: ['RAZORPAY_WEBHOOK_SECRET'],
  refusedVariables: refusedBaseUrl,
  isTest: ({ RAZORPAY_KEY_ID }) => RAZORPAY_KEY_ID.startsWith('rzp_test_'),
  formOrigins: [hostedCheckoutOrigin],
  open: (config, { openClient, now }) =>
    config.RAZORPAY_KEY_ID
      ? openRazorpay({
          keyId: config.RAZORPAY_KEY_ID,
          keySecret: config.RAZORPAY_KEY_SECRET,
          webhookSecrets: config.RAZORPAY_WEBHOOK_SECRET,
          baseUrl: config.RAZORPAY_BASE_URL,
          openClient,
          now,
        })
      : null,
};
