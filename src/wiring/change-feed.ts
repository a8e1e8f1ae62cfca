import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#core/context.ts';
import type { ChangeFeed } from '#core/domain.ts';
import { listen } from '#platform/database/listen.ts';

interface ListenOptions {
  log: Log;
  checkEveryMs: number | undefined;
}

/**
 * Changes by other processes reach this one's in-memory copies within a second. While the connection is lost, nothing is cached.
 * Changes from before it listened were missed, so copies are reloaded once it does. `stack` closes it.
 */
export async function listenForChanges(
  target: pg.ClientConfig | string,
  feeds: readonly ChangeFeed[],
  { log, checkEveryMs }: ListenOptions,
  stack: AsyncDisposableStack,
): Promise<void> {
  const kept = feeds.map((feed) => keepFeed(feed, log));
  const channels = new Set(feeds.flatMap((feed) => feed.channels));
  const listener = await listen(target, [...channels], {
    log,
    checkEveryMs,
    onMessage(channel, payload) {
      for (const { feed, onChange } of kept) if (feed.channels.includes(channel)) onChange(channel, payload);
    },
    onLost: () => {
      for (const { onLost } of kept) onLost();
    },
    onRestored: () => {
      for (const { restore } of kept) void restore();
    },
  });
  stack.use(listener);
  stack.defer(() => {
    for (const { close } of kept) close();
  });
  await Promise.all(feeds.map((feed) => feed.onFeedRestored()));
}

const pauseMsMin = 100;
const pauseMsMax = 10_000;

/** Treats a failed refresh like a lost connection: the feed's copies aren't used until a reload succeeds. */
function keepFeed(feed: ChangeFeed, log: Log) {
  /** Aborts when the current connection is lost. */
  let heard = new AbortController();
  const { channels } = feed;

  const restore = async () => {
    const { signal } = heard;
    for (let pauseMs = pauseMsMin; !signal.aborted; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
      try {
        return await feed.onFeedRestored();
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ error, channels }, 'cache refresh failed; reads go to the database until it succeeds');
        feed.onFeedLost();
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  };
  const startOver = () => {
    heard.abort();
    heard = new AbortController();
  };
  return {
    feed,
    restore,
    onLost() {
      startOver();
      feed.onFeedLost();
    },
    onChange(channel: string, payload: string) {
      try {
        feed.onChange(channel, payload);
      } catch (error) {
        log.warn({ error, channels }, 'an announced change could not be followed');
        startOver();
        feed.onFeedLost();
        void restore();
      }
    },
    close: () => heard.abort(),
  };
}
