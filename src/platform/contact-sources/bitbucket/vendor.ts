import { vendor, vendorApi } from '../vendor.ts';
import { bitbucketDescription, openBitbucket } from './bitbucket.ts';

export const bitbucket = vendor({
  descriptions: [bitbucketDescription],
  variables: ({ secret, baseUrl }) => ({
    BITBUCKET_TOKEN: secret('Access token for Bitbucket, for higher limits.'),
    BITBUCKET_BASE_URL: baseUrl('Bitbucket', 'https://api.bitbucket.org'),
  }),
  open({ BITBUCKET_TOKEN: token, BITBUCKET_BASE_URL: baseUrl }, way) {
    const headers = { authorization: `Bearer ${token}` };
    return [openBitbucket(vendorApi(way, bitbucketDescription, { token, baseUrl }, headers))];
  },
});
