import type pg from 'pg';
import type { Log } from '#core/context.ts';
import type { ChangeFeed } from '#core/domain.ts';
import { type Listener, listen } from '#platform/database/listen.ts';

interface ListenOptions {
  log: Log;
  checkEveryMs: number | undefined;
}

/**
 * Changes by other processes reach this one's in-memory copies within a second. While the connection is lost, nothing is cached.
 * Changes from before it listened were missed, so copies are reloaded once it does.
 */
export async function listenForChanges(
  target: pg.ClientConfig | string,
  feeds: readonly ChangeFeed[],
  { log, checkEveryMs }: ListenOptions,
): Promise<Listener> {
  const listeners = new Map(
    feeds.flatMap((feed) => feed.channels.map((channel) => [channel, feed] as const)),
  );
  const listener = await listen(target, [...listeners.keys()], {
    log,
    checkEveryMs,
    onMessage: (channel, payload) => listeners.get(channel)?.onChange(channel, payload),
    onLost: () => {
      for (const feed of feeds) feed.onFeedLost();
    },
    onRestored: () => {
      for (const feed of feeds) void feed.onFeedRestored();
    },
  });
  await Promise.all(feeds.map((feed) => feed.onFeedRestored()));
  return listener;
}
