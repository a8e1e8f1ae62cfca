import { paidVendor } from '../paid-vendor.ts';
import { contactOut } from './contactout.ts';

export const contactOutVendor = paidVendor({
  source: contactOut,
  variables: ({ secret, creditPaise, baseUrl }) => ({
    CONTACTOUT_TOKEN: secret('API token for ContactOut.'),
    CONTACTOUT_CREDIT_PAISE: creditPaise('ContactOut'),
    CONTACTOUT_BASE_URL: baseUrl('ContactOut', 'https://api.contactout.com'),
  }),
  access: (values) => ({
    token: values.CONTACTOUT_TOKEN,
    baseUrl: values.CONTACTOUT_BASE_URL,
    creditPaise: values.CONTACTOUT_CREDIT_PAISE,
  }),
});
