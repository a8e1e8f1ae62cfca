import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#core/context.ts';
import { openSession, type Session } from './listen-session.ts';

export interface ListenHooks {
  onMessage(channel: string, payload: string): void;
  /** From now on messages are missed, so don't trust what you learned from them. */
  onLost(): void;
  /** Messages arrive again. Those sent in between are lost. */
  onRestored(): void;
  log: Log;
  /** How often the connection is checked. A check may take twice as long. */
  checkEveryMs?: number;
}

export interface Listener extends AsyncDisposable {
  isListening(): boolean;
  close(): Promise<void>;
}

/** We promise changes within a second. A silent connection is noticed after three times this, which leaves time to reread. */
export const checkEveryMsDefault = 200;
const pauseMsMin = 50;
const pauseMsMax = 2_000;

/**
 * Listens on its own connection and reconnects whenever it is lost. A connection that goes silent counts as lost after three
 * times `checkEveryMs`. Fails only if the first connection can't be made.
 */
export async function listen(
  target: pg.ClientConfig | string,
  channels: string[],
  hooks: ListenHooks,
): Promise<Listener> {
  const { onMessage, checkEveryMs = checkEveryMsDefault } = hooks;
  const closing = new AbortController();
  const open = () => openSession(target, channels, { onMessage, checkEveryMs });
  let session: Session | null = await open();

  const watch = async () => {
    while (session) {
      const reason = await session.lost;
      session = null;
      if (closing.signal.aborted) return;
      hooks.log.warn({ err: reason }, 'Lost the connection for notifications');
      hooks.onLost();
      session = await reopen(open, closing.signal);
      if (session) hooks.onRestored();
    }
  };
  const watching = watch();

  const close = async () => {
    closing.abort();
    await session?.close();
    await watching;
  };
  return {
    isListening: () => session !== null && !closing.signal.aborted,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The delay between attempts doubles. Half of it is random, so that processes don't reconnect all at once. */
async function reopen(open: () => Promise<Session>, signal: AbortSignal): Promise<Session | null> {
  for (let pauseMs = pauseMsMin; !signal.aborted; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    const session = await open().catch(() => null);
    if (session && signal.aborted) await session.close();
    else if (session) return session;
    await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
  }
  return null;
}
