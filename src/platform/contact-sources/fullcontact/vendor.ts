import { paidVendor } from '../paid-vendor.ts';
import { fullContact } from './fullcontact.ts';

export const fullContactVendor = paidVendor({
  source: fullContact,
  variables: ({ secret, creditPaise, baseUrl }) => ({
    FULLCONTACT_API_KEY: secret('API key for FullContact.'),
    FULLCONTACT_CREDIT_PAISE: creditPaise('FullContact'),
    FULLCONTACT_BASE_URL: baseUrl('FullContact', 'https://api.fullcontact.com'),
  }),
  access: (values) => ({
    token: values.FULLCONTACT_API_KEY,
    baseUrl: values.FULLCONTACT_BASE_URL,
    creditPaise: values.FULLCONTACT_CREDIT_PAISE,
  }),
});
