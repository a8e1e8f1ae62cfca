import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { Agent, fetch } from 'undici';
import { type Answer, Client, ContactryError } from '#client';
import type { Given } from '../command.ts';
import { CommandFailed } from '../command-failed.ts';
import { inCommandWords, NobodyThere, notOurs } from './connection-faults.ts';
import { type LocalSettings, localSettings } from './local-settings.ts';

export type ServiceStatus = Answer<'GET /api/v1/status'>;

/** Connects to the service given by the options, the environment, `.env` or DATA_DIR, with its admin secret. */
export async function clientFor(options: Given & { actor?: string | undefined }): Promise<Client> {
  const settings = localSettings();
  const secret = await adminSecret(options, settings);
  const { url } = await findService(options);
  return openClient(url, operatorHeaders(secret, options.actor));
}

/** Finds the service without sending the secret, so that only a real Contactry ever receives it. */
export async function findService(options: Given): Promise<{ url: string; status: ServiceStatus }> {
  const urls = options.url ? [options.url.replace(/\/+$/, '')] : localSettings().urls;
  let fault: unknown = new CommandFailed(
    'The port is chosen at startup (PORT=0). Set the address with --url.',
  );
  for (const [at, url] of urls.entries()) {
    try {
      return { url, status: await statusOf(url) };
    } catch (error) {
      if (!(error instanceof NobodyThere)) throw error;
      if (at === 0) fault = error;
    }
  }
  throw fault;
}

/** Throws `NobodyThere` if another program responds, or none. */
export async function statusOf(url: string): Promise<ServiceStatus> {
  const found = await openClient(url)
    .call('GET /api/v1/status')
    .catch((error) => {
      throw error instanceof ContactryError ? notOurs(url) : inCommandWords(error);
    });
  if (typeof found?.status !== 'string' || !Array.isArray(found.components)) throw notOurs(url);
  return found;
}

type Fetch = typeof globalThis.fetch;

// An import of a large file is answered when it has ended, and a person can press Ctrl-C.
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
export const patientFetch = ((input: string, init: object) => fetch(input, { ...init, dispatcher })) as Fetch;

/** The service's HTTP API. It tries once, so that a person hears at once what is wrong. */
export function openClient(url: string, headers: Record<string, string> = {}): Client {
  checkAddress(url);
  const timeout = Number.POSITIVE_INFINITY;
  return new Client({ baseUrl: url, headers, fetch: patientFetch, maxRetries: 0, timeout });
}

function checkAddress(url: string): void {
  if (/^https?:/.test(url) && URL.canParse(url)) return;
  throw new CommandFailed(`'${url}' is not a valid address. Use the form http://127.0.0.1:8080.`);
}

/** Headers that identify the operator. */
const operatorHeaders = (secret: string, actor = ownActor()): Record<string, string> => ({
  'x-ops-actor': ascii(actor),
  'x-admin-secret': secret,
});

/** The actor in the audit log. In a container the account may have no name. */
function ownActor(): string {
  try {
    return `contactry cli, ${userInfo().username}`;
  } catch {
    return `contactry cli, user ${process.getuid?.()}`;
  }
}

/** All that headers allow. */
const ascii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

/** The admin secret: from the given file, else from the service's environment, else from the service's secrets.json. */
async function adminSecret(options: Given, settings: LocalSettings): Promise<string> {
  if (options['secret-file']) return givenSecret(options['secret-file']);
  if (settings.adminSecret) return settings.adminSecret;
  const file = settings.secretsFile;
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw code === 'ENOENT' || code === 'ENOTDIR' ? new NoSecret(absent(file)) : unreadable(file, code);
  });
  const found = adminSecretOf(text, file);
  if (found) return found;
  throw new NoSecret(`${file} has no admin_secret. Use --secret-file or ADMIN_SECRET.`);
}

/** There is no secret. Public calls still work. */
export class NoSecret extends CommandFailed {}

const absent = (file: string) =>
  `No admin secret was found: --secret-file and ADMIN_SECRET are not set, and ${file} does not exist.\n` +
  'The service creates that file when it first starts ("npm start").';

/** Reads a file that contains the secret alone, or a `secrets.json`. */
async function givenSecret(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`The secret can't be read from ${file} (${error.code}).`);
  });
  const secret = text.trim();
  const found = secret.startsWith('{') ? adminSecretOf(secret, file) : secret;
  if (found && !/\s/.test(found)) return found;
  throw new CommandFailed(
    `${file} does not contain an admin secret. Write only the secret into it, or use a secrets.json.`,
  );
}

function adminSecretOf(text: string, file: string): string | null {
  try {
    return (JSON.parse(text) as { admin_secret?: string }).admin_secret ?? null;
  } catch {
    throw unreadable(file);
  }
}

const unreadable = (file: string, code?: string) =>
  new NoSecret(
    `${file} can't be read${code ? ` (${code})` : ' as JSON'}. Run the command as the user who runs the service, or set the secret with --secret-file or ADMIN_SECRET.`,
  );
