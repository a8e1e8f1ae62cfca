import { leftOut, vendor } from '../vendor.ts';
import { mastodonDescription, openMastodon } from './mastodon.ts';

export const mastodon = vendor({
  descriptions: [mastodonDescription],
  variables: ({ onOrOff }) => ({
    MASTODON_LOOKUPS: onOrOff('Whether Mastodon accounts that a profile links to are read.', true),
  }),
  open: ({ MASTODON_LOOKUPS: isOn }, { fetchPage, siteStandIns }) => [
    isOn
      ? openMastodon({ fetchPage, standIns: siteStandIns })
      : leftOut('mastodon', 'MASTODON_LOOKUPS is off.'),
  ],
  standIns: () => import('./stand-in.ts'),
});
