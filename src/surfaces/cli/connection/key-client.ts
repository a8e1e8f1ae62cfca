import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { request } from 'undici';
import type { OptionHelp, Options } from '../command.ts';
import { CommandFailed } from '../command-failed.ts';
import { type Answer, answerOf, problemText } from './api-client.ts';
import { findService } from './client-for.ts';
import { lossOf } from './connection-faults.ts';
import { withinRate } from './within-rate.ts';

export const keyOption: OptionHelp = {
  name: 'key-file',
  value: 'FILE',
  help: 'file with the API key alone; default: CONTACTRY_KEY, else you are asked',
};

export interface Sent {
  body: string | Buffer;
  contentType: string;
  idempotencyKey?: string;
}

/** The service's HTTP API, as the holder of a key. It keeps to the key's rate, because a key that exceeds it often is banned. */
export interface KeyClient {
  get<Body>(path: string, signal?: AbortSignal): Promise<Answer<Body>>;
  post<Body>(path: string, sent?: Sent): Promise<Answer<Body>>;
  /** Writes the answer to a file, or to standard output for `-`. */
  download(path: string, to: string): Promise<void>;
}

/** Needs a URL and a key, and no other file of the service. */
export async function keyClientFor(options: Options): Promise<KeyClient> {
  const { url } = await findService(options);
  const headers = { authorization: `Bearer ${await keyOf(options)}` };
  return {
    get: (path, signal) =>
      answerOf(url, () => withinRate(() => request(url + path, { headers }), signal), wrongKey),
    post: (path, sent) =>
      answerOf(
        url,
        () => withinRate(() => request(url + path, { method: 'POST', ...contentOf(headers, sent) })),
        wrongKey,
      ),
    async download(path, to) {
      const { statusCode, body } = await withinRate(() => request(url + path, { headers })).catch((error) => {
        throw lossOf(error, url) ?? error;
      });
      if (statusCode !== 200) throw new CommandFailed(problemText((await body.json()) as object, statusCode));
      await pipeline(body, to === '-' ? standardOutput() : createWriteStream(to, { mode: 0o600 })).catch(
        (error: NodeJS.ErrnoException) => {
          throw new CommandFailed(`The results can't be written to ${to} (${error.code ?? error.message}).`);
        },
      );
    },
  };
}

/** Standard output can't be closed. */
const standardOutput = () =>
  new Writable({ write: (chunk, _encoding, done) => void process.stdout.write(chunk, () => done()) });

function contentOf(headers: Record<string, string>, sent: Sent | undefined) {
  if (!sent) return { headers };
  const { body, contentType, idempotencyKey } = sent;
  const key = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {};
  return { headers: { ...headers, 'content-type': contentType, ...key }, body, headersTimeout: 0 };
}

const wrongKey = (problem: object): CommandFailed =>
  new CommandFailed(
    `${problemText(problem, 401)}\nSet the key with CONTACTRY_KEY or --key-file. An operator creates keys.`,
  );

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
