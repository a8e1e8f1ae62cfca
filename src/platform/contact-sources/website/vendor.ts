import { unavailable, vendor } from '../vendor.ts';
import { openWebsite, websiteDescription } from './website.ts';

export const website = vendor({
  descriptions: [websiteDescription],
  variables: ({ onOrOff }) => ({
    WEBSITE_LOOKUPS: onOrOff("Whether to read a person's own website.", true),
  }),
  open: ({ WEBSITE_LOOKUPS: isOn }, { fetchPage, siteStandIns }) => [
    isOn
      ? openWebsite({ fetchPage, standIns: siteStandIns })
      : unavailable('website', 'WEBSITE_LOOKUPS is off.'),
  ],
});
