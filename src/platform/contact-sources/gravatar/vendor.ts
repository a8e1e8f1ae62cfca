import { unavailable, vendor, vendorApi } from '../vendor.ts';
import { gravatarDescription, openGravatar } from './gravatar.ts';

export const gravatar = vendor({
  descriptions: [gravatarDescription],
  variables: ({ secret, baseUrl }) => ({
    GRAVATAR_API_KEY: secret('API key for Gravatar. Without it, Gravatar is not used.'),
    GRAVATAR_BASE_URL: baseUrl('Gravatar', 'https://api.gravatar.com'),
  }),
  open({ GRAVATAR_API_KEY: token, GRAVATAR_BASE_URL: baseUrl }, way) {
    if (token === '') return [unavailable('gravatar', 'GRAVATAR_API_KEY is not set.')];
    const headers = { authorization: `Bearer ${token}` };
    return [openGravatar(vendorApi(way, gravatarDescription, { token, baseUrl }, headers))];
  },
});
