import { domain } from '#core/domain.ts';
import { changeSettings } from './change-settings.ts';
import { settingErrors } from './errors.ts';
import { rollBackSettings } from './roll-back-settings.ts';
import { openSettings, settingsChannel } from './settings-in-force.ts';
import { showSettings } from './show-settings.ts';

/** Configuration that operators can change at run time. */
export const settings = domain({
  id: 'settings',
  title: 'Settings',
  description: 'What you change while the service runs.',
  operations: [showSettings, changeSettings, rollBackSettings],
  errors: settingErrors,
  async open({ ports: { db }, log, manifest }) {
    const settings = await openSettings({ db, log, definitions: manifest.settings });
    const reload = () =>
      settings.reload().catch((error) => log.error({ error }, 'the settings could not be read'));
    return {
      ports: { settings },
      // No action needed when the feed is lost: the settings are polled every 10 seconds anyway.
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
