import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Client } from '#client';
import type { OptionHelp, Options } from '../command.ts';
import { CommandFailed } from '../command-failed.ts';
import { findService } from './client-for.ts';
import { patientFetch } from './open-client.ts';
import { withinRate } from './within-rate.ts';

export const keyOption: OptionHelp = {
  name: 'key-file',
  value: 'FILE',
  help: 'file with the API key alone; default: CONTACTRY_KEY, else you are asked',
};

/**
 * The service's HTTP API, as the holder of a key. It keeps to the key's rate, because a key that exceeds it often is banned. A call whose
 * connection is lost is repeated once: the same idempotency key gives the same job.
 */
export async function keyClientFor(options: Options): Promise<Client> {
  const { url } = await findService(options);
  const fetch: typeof globalThis.fetch = (input, init) =>
    withinRate(() => patientFetch(input, init), init?.signal);
  const timeout = Number.POSITIVE_INFINITY;
  return new Client({ baseUrl: url, key: await keyOf(options), fetch, maxRetries: 1, timeout });
}

async function keyOf(options: Options): Promise<string> {
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
