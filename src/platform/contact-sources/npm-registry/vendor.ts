import { unavailable, vendor, vendorApi } from '../vendor.ts';
import { npmDescription, openNpmRegistry } from './npm-registry.ts';

export const npmRegistry = vendor({
  descriptions: [npmDescription],
  variables: ({ baseUrl, onOrOff }) => ({
    NPM_LOOKUPS: onOrOff('Whether to use the npm registry.', true),
    NPM_BASE_URL: baseUrl('the npm registry', 'https://registry.npmjs.org'),
  }),
  open: ({ NPM_LOOKUPS: isOn, NPM_BASE_URL: baseUrl }, way) => [
    isOn
      ? openNpmRegistry(vendorApi(way, npmDescription, { token: '', baseUrl }))
      : unavailable('npm', 'NPM_LOOKUPS is off.'),
  ],
});
