import { paidVendor } from '../paid-vendor.ts';
import { rocketReach } from './rocketreach.ts';

export const rocketReachVendor = paidVendor({
  source: rocketReach,
  variables: ({ secret, creditPaise, baseUrl }) => ({
    ROCKETREACH_API_KEY: secret('API key for RocketReach.'),
    ROCKETREACH_CREDIT_PAISE: creditPaise('RocketReach'),
    ROCKETREACH_BASE_URL: baseUrl('RocketReach', 'https://api.rocketreach.co'),
  }),
  access: (values) => ({
    token: values.ROCKETREACH_API_KEY,
    baseUrl: values.ROCKETREACH_BASE_URL,
    creditPaise: values.ROCKETREACH_CREDIT_PAISE,
  }),
});
