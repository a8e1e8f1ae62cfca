import Type from 'typebox';
import { domain } from '#core/domain.ts';
import { changeSettings } from './change-settings.ts';
import { outgoingHealth } from './outgoing-health.ts';
import { holdIfCopied, IsOutgoingHeld, outgoingSettings, outgoingVariables } from './outgoing-hold.ts';
import { rollBackSettings } from './roll-back-settings.ts';
import { openSettings, SettingsInForce, settingsChannel } from './settings-in-force.ts';
import { showSettings } from './show-settings.ts';

/** Configuration that operators can change at run time. */
export const settings = domain({
  id: 'settings',
  title: 'Settings',
  description: 'Settings that you can change while the service runs.',
  operations: [showSettings, changeSettings, rollBackSettings],
  errors: {
    version_conflict: {
      status: 409,
      title: 'It has changed in the meantime',
      when: 'Another operator made a change after you read it.',
      remedy:
        'Read it again, check that your change still makes sense, and send it with the current version.',
      members: { current_version: Type.Integer({ description: 'The version in force.' }) },
    },
  },
  settings: outgoingSettings,
  health: [outgoingHealth],
  variables: outgoingVariables,
  async open({ ports: { db }, config, log, manifest }) {
    await holdIfCopied(db, log);
    const settings = await openSettings({ db, log, definitions: manifest.settings });
    const reload = () =>
      settings.reload().catch((error) => log.error({ error }, 'the settings could not be read'));
    const isOutgoingHeld = () => config.OUTGOING === 'held' || settings.current().outgoing_held;
    if (isOutgoingHeld())
      log.warn(
        {},
        `outgoing messages are held: nothing is sent until you release them (docs/guide/backup.md)`,
      );
    return {
      ports: [SettingsInForce.opened(settings), IsOutgoingHeld.opened(isOutgoingHeld)],
      // No action needed when the feed is lost: the settings are polled every 10 seconds anyway.
      feed: {
        channels: [settingsChannel],
        onChange: () => void reload(),
        onFeedLost() {},
        onFeedRestored: reload,
      },
      close: () => settings[Symbol.asyncDispose](),
    };
  },
});
