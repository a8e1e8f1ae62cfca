import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
// Called as a member: mocked timers don't reach what is imported by name.
import timers from 'node:timers/promises';
import { Client } from '#client';
import type { Given } from '../command.ts';
import { CommandFailed } from '../command-failed.ts';
import { findService, patientFetch } from './client-for.ts';

export const keyOption = {
  value: 'FILE',
  help: 'file with the API key alone; default: CONTACTRY_KEY, else you are asked',
};

type KeyOptions = Given<{ 'key-file': typeof keyOption }>;

/**
 * The service's HTTP API, as the holder of a key. It keeps to the key's rate, because a key that exceeds it often is banned. A call whose
 * connection is lost is repeated once: the same idempotency key gives the same job.
 */
export async function keyClientFor(options: KeyOptions): Promise<Client> {
  const { url } = await findService(options);
  const fetch: typeof globalThis.fetch = (input, init) =>
    withinRate(() => patientFetch(input, init), init?.signal);
  const timeout = Number.POSITIVE_INFINITY;
  return new Client({ baseUrl: url, key: await keyOf(options), fetch, maxRetries: 1, timeout });
}

async function keyOf(options: KeyOptions): Promise<string> {
  const file = options['key-file'];
  const given = file ? await keyIn(file) : (process.env.CONTACTRY_KEY ?? (await askedKey()));
  const key = given.trim();
  if (/^cty_(live|test)_\w+$/.test(key)) return key;
  throw new CommandFailed(
    `${file ?? 'CONTACTRY_KEY'} does not contain an API key. A key starts with cty_live_.`,
  );
}

async function keyIn(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`The key can't be read from ${file} (${error.code}).`);
  });
}

/** Asks on a terminal, without showing what is typed. */
async function askedKey(): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandFailed('No API key. Set CONTACTRY_KEY, or use --key-file FILE.');
  process.stderr.write('\n  API key (not shown): ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** A rate limit's window is 60 seconds. Longer waits are for a person to decide. */
const secondsMax = 120;

/**
 * Sends a request, and again after the wait that a 429 asks for. The wait also comes after the last request of a window, so that the
 * next command of a script is not refused: the service bans a key that is refused in several windows.
 */
export async function withinRate(
  send: () => Promise<Response>,
  signal?: AbortSignal | null,
): Promise<Response> {
  const response = await send();
  const seconds = secondsToWait(response);
  if (seconds === 0) return response;
  process.stderr.write(`  The key's requests of this minute are used up. Continuing in ${seconds} s.\n`);
  await timers.setTimeout(seconds * 1000, null, signal ? { signal } : {});
  if (response.status !== 429) return response;
  await response.body?.cancel();
  return withinRate(send, signal);
}

function secondsToWait({ status, headers }: Response): number {
  const seconds =
    status === 429
      ? Number(headers.get('retry-after'))
      : Number(/^"key";r=0;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1] ?? 0);
  return seconds > 0 && seconds <= secondsMax ? seconds : 0;
}
