import { paidVendor } from '../paid-vendor.ts';
import { hunter } from './hunter.ts';

export const hunterVendor = paidVendor({
  source: hunter,
  variables: ({ secret, creditPaise, baseUrl }) => ({
    HUNTER_API_KEY: secret('API key for Hunter.'),
    HUNTER_CREDIT_PAISE: creditPaise('Hunter'),
    HUNTER_BASE_URL: baseUrl('Hunter', 'https://api.hunter.io'),
  }),
  access: (values) => ({
    token: values.HUNTER_API_KEY,
    baseUrl: values.HUNTER_BASE_URL,
    creditPaise: values.HUNTER_CREDIT_PAISE,
  }),
});
