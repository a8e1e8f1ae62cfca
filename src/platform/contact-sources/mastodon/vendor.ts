import { unavailable, vendor } from '../vendor.ts';
import { mastodonDescription, openMastodon } from './mastodon.ts';

export const mastodon = vendor({
  descriptions: [mastodonDescription],
  variables: ({ onOrOff }) => ({
    MASTODON_LOOKUPS: onOrOff('Whether to read Mastodon accounts that a profile links to.', true),
  }),
  open: ({ MASTODON_LOOKUPS: isOn }, { fetchPage, siteStandIns }) => [
    isOn
      ? openMastodon({ fetchPage, standIns: siteStandIns })
      : unavailable('mastodon', 'MASTODON_LOOKUPS is off.'),
  ],
});
