import { Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#core/context.ts';
import { FollowingClient } from './following-client.ts';
import { connectionConfig } from './pools.ts';

interface ListenHooks {
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

interface SessionOptions {
  onMessage(channel: string, payload: string): void;
  checkEveryMs: number;
}

/** A connection that listens until it is lost. */
interface Session {
  lost: Promise<Error>;
  close(): Promise<void>;
}

/** Fails if the connection can't be made. */
async function openSession(
  target: pg.ClientConfig | string,
  channels: string[],
  { onMessage, checkEveryMs }: SessionOptions,
): Promise<Session> {
  const socket = (typeof target === 'object' && target.stream?.()) || new Socket();
  const client = new FollowingClient({
    ...connectionConfig(target),
    application_name: 'contactry listen',
    stream: () => socket,
  });
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
  client.on('error', lose);
  client.once('end', () => lose(new Error('The server closed the connection')));
  client.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''));
  try {
    await client.connect();
    for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (cause) {
    socket.destroy();
    throw cause;
  }
  const over = new AbortController();
  void watchLife(client, checkEveryMs, over.signal).catch(lose);
  void lost.then(() => {
    over.abort();
    socket.destroy();
  });
  const close = async () => {
    // A server that went silent doesn't answer a disconnect either.
    const tooLong = setTimeout(() => socket.destroy(), checkEveryMs);
    await client.end();
    clearTimeout(tooLong);
  };
  return { lost, close };
}

/** Throws when the connection stops responding or `over` aborts. */
async function watchLife(client: pg.Client, everyMs: number, over: AbortSignal): Promise<never> {
  for (;;) {
    await sleep(everyMs, undefined, { signal: over });
    await signOfLife(client, 2 * everyMs);
  }
}

async function signOfLife(client: pg.Client, timeoutMs: number): Promise<void> {
  const silence = new AbortController();
  const tooLong = sleep(timeoutMs, undefined, { signal: silence.signal }).then(async () => {
    // If this process was busy that long, the answer may be waiting to be read.
    await turnOfTheLoop();
    throw new Error(`The server did not respond for ${timeoutMs} ms`);
  });
  try {
    await Promise.race([client.query('select 1'), tooLong]);
  } finally {
    silence.abort();
    tooLong.catch(() => {});
  }
}
