import { domain } from '#core/domain.ts';
import { openSettings, settingsChannel } from './settings-in-force.ts';

/** What operators change while the service runs. */
export const settings = domain({
  id: 'settings',
  title: 'Settings',
  description: 'What you change while the service runs.',
  async open({ ports: { db }, log, manifest }) {
    const settings = await openSettings({ db, log, definitions: manifest.settings });
    const reload = () =>
      settings.reload().catch((error) => log.error({ error }, 'the settings could not be read'));
    return {
      ports: { settings },
      // While nothing is heard, what is in force is read again every 10 seconds.
      feed: {
        channels: [settingsChannel],
        onChange: () => void reload(),
        onFeedLost() {},
        onFeedRestored: reload,
      },
      close: settings.close,
    };
  },
});
