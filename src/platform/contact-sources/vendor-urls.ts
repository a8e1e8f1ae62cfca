/** Where each vendor's API is, as its own documentation says. */
export const vendorUrls = {
  github: 'https://api.github.com',
  gitlab: 'https://gitlab.com',
  codeberg: 'https://codeberg.org',
  bitbucket: 'https://api.bitbucket.org',
  npm: 'https://registry.npmjs.org',
  gravatar: 'https://api.gravatar.com',
  people_data_labs: 'https://api.peopledatalabs.com',
  contactout: 'https://api.contactout.com',
  rocketreach: 'https://api.rocketreach.co',
  prospeo: 'https://api.prospeo.io',
  fullcontact: 'https://api.fullcontact.com',
  hunter: 'https://api.hunter.io',
} as const;

/** Further addresses of the vendors themselves, such as a sandbox with made-up people. */
export const furtherVendorUrls: readonly string[] = ['https://sandbox.api.peopledatalabs.com'];
