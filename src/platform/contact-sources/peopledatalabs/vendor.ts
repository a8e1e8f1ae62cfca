import { paidVendor } from '../paid-vendor.ts';
import { peopleDataLabs } from './peopledatalabs.ts';

export const peopleDataLabsVendor = paidVendor({
  source: peopleDataLabs,
  variables: ({ secret, creditPaise, baseUrl }) => ({
    PEOPLE_DATA_LABS_API_KEY: secret('API key for People Data Labs.'),
    PEOPLE_DATA_LABS_CREDIT_PAISE: creditPaise('People Data Labs'),
    PEOPLE_DATA_LABS_BASE_URL: baseUrl('People Data Labs', 'https://api.peopledatalabs.com'),
  }),
  otherUrls: ['https://sandbox.api.peopledatalabs.com'],
  access: (values) => ({
    token: values.PEOPLE_DATA_LABS_API_KEY,
    baseUrl: values.PEOPLE_DATA_LABS_BASE_URL,
    creditPaise: values.PEOPLE_DATA_LABS_CREDIT_PAISE,
  }),
});
