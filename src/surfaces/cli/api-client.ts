import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { request } from 'undici';
import { CommandFailed } from './command-failed.ts';
import type { Options } from './read-arguments.ts';

/** A refusal as the service sends it. */
export interface Problem {
  code?: string;
  detail?: string | { loc: string[]; msg: string }[];
}

export interface Answer<Body> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Body & Problem;
}

export interface Upload {
  stream: Readable;
  bytes: number;
  contentType: string;
  signal: AbortSignal;
}

/** The service's HTTP API, as an operator. */
export interface ApiClient {
  url: string;
  get<Body>(path: string): Promise<Answer<Body>>;
  upload<Body>(path: string, upload: Upload): Promise<Answer<Body>>;
}

export function openClient(url: string, secret: string): ApiClient {
  const headers = { 'x-admin-secret': secret, 'x-ops-actor': actor() };
  return {
    url,
    get: (path) => answerOf(url, () => request(url + path, { headers })),
    upload: (path, { stream, bytes, contentType, signal }) =>
      answerOf(url, () =>
        request(url + path, {
          method: 'POST',
          headers: { ...headers, 'content-type': contentType, 'content-length': String(bytes) },
          body: stream,
          signal,
          // The answer comes when the whole file is imported.
          headersTimeout: 0,
          bodyTimeout: 0,
        }),
      ),
  };
}

/** For the audit trail; a header takes plain letters only. */
const actor = (): string => `contactry cli, ${userInfo().username}`.replace(/[^\x20-\x7e]/g, '?');

async function answerOf<Body>(url: string, send: () => ReturnType<typeof request>): Promise<Answer<Body>> {
  try {
    const { statusCode, headers, body } = await send();
    const text = await body.text();
    if (!isJson(headers['content-type'])) throw notOurs(url);
    const answer = { status: statusCode, headers, body: JSON.parse(text) };
    if (statusCode === 401) throw wrongSecret();
    return answer;
  } catch (error) {
    throw lossOf(error, url) ?? error;
  }
}

const isJson = (type: string | string[] | undefined) => /[/+]json/.test(String(type));
const notOurs = (url: string) =>
  new CommandFailed(`What answers at ${url} is not a Contactry service. Check --url.`);
const wrongSecret = () =>
  new CommandFailed(
    'The service does not know this admin secret.\nGive the one it was started with by --secret-file or ADMIN_SECRET. Its .env is not read here, and secrets.json in DATA_DIR has the generated one only.',
  );

const absent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ETIMEDOUT']);

function lossOf(error: unknown, url: string): CommandFailed | null {
  const { code, errors } = error as { code?: string; errors?: { code?: string }[] };
  const codes = [code, ...(errors ?? []).map((each) => each.code)].map(String);
  if (codes.some((each) => absent.has(each))) {
    return new CommandFailed(
      `No service answers at ${url}.\nStart it with "npm start", or say where it is with --url.`,
    );
  }
  if (codes.some((each) => broken.has(each))) {
    return new CommandFailed(
      `The connection to ${url} broke off. What was imported stays; the same command goes on behind it.`,
    );
  }
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') {
    return new CommandFailed('The file was changed while it was sent. Run the command again.');
  }
  if (code === 'ERR_INVALID_URL' || code === 'UND_ERR_INVALID_ARG') {
    return new CommandFailed(`'${url}' is not an address. It is written http://127.0.0.1:8080.`);
  }
  return null;
}

/** The service that the options, or else the environment and the data folder, name. */
export async function clientFor(options: Options, environment = process.env): Promise<ApiClient> {
  const port = environment.PORT || '8080';
  const url = options.url ?? environment.CONTACTRY_URL ?? `http://127.0.0.1:${port}`;
  return openClient(
    url.replace(/\/+$/, ''),
    options.secretFile
      ? await givenSecret(options.secretFile)
      : environment.ADMIN_SECRET || (await storedSecret(environment)),
  );
}

/** The secret alone in a file, or a `secrets.json`. */
async function givenSecret(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`The secret can't be read from ${file} (${error.code}).`);
  });
  const secret = text.trim();
  const found = secret.startsWith('{') ? adminSecretOf(secret, file) : secret;
  if (found && !/\s/.test(found)) return found;
  throw new CommandFailed(`${file} holds no admin secret: write it there alone, or name a secrets.json.`);
}

const project = join(import.meta.dirname, '../../..');

/** The secret the service made on its first start: in DATA_DIR, else in `data` here or in the project. */
async function storedSecret(environment: NodeJS.ProcessEnv): Promise<string> {
  const folders = environment.DATA_DIR
    ? [resolve(environment.DATA_DIR)]
    : [resolve('data'), join(project, 'data')];
  for (const folder of folders) {
    const secret = await secretIn(join(folder, 'secrets.json'));
    if (secret) return secret;
  }
  throw new CommandFailed(
    `No admin secret was found: neither --secret-file nor ADMIN_SECRET is given, and there is no ${join(folders[0]!, 'secrets.json')}.\n` +
      'The service makes that file on its first start ("npm start").',
  );
}

async function secretIn(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') return null;
    throw unreadable(file, code);
  });
  return text === null ? null : adminSecretOf(text, file);
}

function adminSecretOf(text: string, file: string): string | null {
  try {
    return (JSON.parse(text) as { admin_secret?: string }).admin_secret ?? null;
  } catch {
    throw unreadable(file);
  }
}

const unreadable = (file: string, code?: string) =>
  new CommandFailed(
    `${file} can't be read${code ? ` (${code})` : ' as JSON'}. Give the secret with --secret-file or ADMIN_SECRET.`,
  );

/** A refusal as a sentence. */
export function problemText({ detail, code }: Problem, status: number): string {
  if (Array.isArray(detail)) return detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('\n');
  return detail ?? `The service answered ${status}${code ? ` ${code}` : ''}.`;
}
