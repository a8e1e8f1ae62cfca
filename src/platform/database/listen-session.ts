import { Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turnOfTheLoop } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig } from './pools.ts';

interface SessionOptions {
  onMessage(channel: string, payload: string): void;
  checkEveryMs: number;
}

/** A connection that listens until it is lost. */
export interface Session {
  lost: Promise<Error>;
  close(): Promise<void>;
}

/** Fails if the connection can't be made. */
export async function openSession(
  target: pg.ClientConfig | string,
  channels: string[],
  { onMessage, checkEveryMs }: SessionOptions,
): Promise<Session> {
  const socket = new Socket();
  const client = new pg.Client({
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
