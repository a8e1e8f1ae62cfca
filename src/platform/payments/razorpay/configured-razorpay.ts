import type { Config } from '#core/environment.ts';
import { openRazorpay, type RazorpayOptions } from './open-razorpay.ts';

/** Razorpay with the credentials of the environment. Null without them. */
export const configuredRazorpay = (config: Config, parts: Pick<RazorpayOptions, 'openClient' | 'now'>) =>
  config.RAZORPAY_KEY_ID
    ? openRazorpay({
        keyId: config.RAZORPAY_KEY_ID,
        keySecret: config.RAZORPAY_KEY_SECRET,
        webhookSecrets: config.RAZORPAY_WEBHOOK_SECRET,
        baseUrl: config.RAZORPAY_BASE_URL,
        ...parts,
      })
    : null;
