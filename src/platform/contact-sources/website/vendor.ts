import { leftOut, vendor } from '../vendor.ts';
import { openWebsite, websiteDescription } from './website.ts';

export const website = vendor({
  descriptions: [websiteDescription],
  variables: ({ onOrOff }) => ({
    WEBSITE_LOOKUPS: onOrOff("Whether a person's own website is read.", true),
  }),
  open: ({ WEBSITE_LOOKUPS: isOn }, { fetchPage, siteStandIns }) => [
    isOn ? openWebsite({ fetchPage, standIns: siteStandIns }) : leftOut('website', 'WEBSITE_LOOKUPS is off.'),
  ],
  standIns: () => import('./stand-in.ts'),
});
