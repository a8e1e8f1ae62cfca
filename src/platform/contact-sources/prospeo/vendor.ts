import { paidVendor } from '../paid-vendor.ts';
import { prospeo } from './prospeo.ts';

export const prospeoVendor = paidVendor({
  source: prospeo,
  variables: ({ secret, creditPaise, baseUrl }) => ({
    PROSPEO_API_KEY: secret('API key for Prospeo.'),
    PROSPEO_CREDIT_PAISE: creditPaise('Prospeo'),
    PROSPEO_BASE_URL: baseUrl('Prospeo', 'https://api.prospeo.io'),
  }),
  access: (values) => ({
    token: values.PROSPEO_API_KEY,
    baseUrl: values.PROSPEO_BASE_URL,
    creditPaise: values.PROSPEO_CREDIT_PAISE,
  }),
});
