import type pg from 'pg';
import type { Log } from '#core/context.ts';
import { lockChannel } from '#domains/identity/index.ts';
import { keyChannels } from '#domains/keys/index.ts';
import { settingsChannel } from '#domains/settings/index.ts';
import { listen } from '#platform/database/listen.ts';

interface ChangeReaders {
  keyring: { forget(channel: string, payload: string): void; goBlind(): void; seeAgain(): void };
  locks: { forget(): void; goBlind(): void; seeAgain(): void };
  settings: { reload(): Promise<void> };
  log: Log;
  checkEveryMs: number | undefined;
}

/** Other processes' changes reach this one's copies within a second; while it can't hear, it keeps no copies. */
export function listenForChanges(target: pg.ClientConfig | string, readers: ChangeReaders) {
  const { keyring, locks, settings, log, checkEveryMs } = readers;
  const reload = () =>
    settings.reload().catch((error) => log.error({ error }, 'the settings could not be read'));
  return listen(target, [...keyChannels, lockChannel, settingsChannel], {
    log,
    checkEveryMs,
    onMessage: (channel, payload) => {
      if (channel === settingsChannel) void reload();
      else if (channel === lockChannel) locks.forget();
      else keyring.forget(channel, payload);
    },
    onLost: () => {
      keyring.goBlind();
      locks.goBlind();
    },
    onRestored: () => {
      keyring.seeAgain();
      locks.seeAgain();
      void reload();
    },
  });
}
