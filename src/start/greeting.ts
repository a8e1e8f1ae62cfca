import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import { type Config, currentSecret } from '#core/environment.ts';
import { inputReader } from '#core/input/input.ts';
import { allows } from '#core/machine/development.ts';
import { admit } from '#core/running/admit.ts';
import { runOperation } from '#core/running/run-operation.ts';
import { type LocalSettings, localSettings, localUrl } from '#surfaces/cli/connection/local-settings.ts';
import type { App } from '../app.ts';
import { manifest } from '../manifest.ts';
import { servesPages } from '../wiring/public-url.ts';
import type { OpenSecrets, Secrets } from './secrets.ts';

export interface GreetingOptions {
  app: App;
  config: Config;
  secrets: OpenSecrets;
  /** Whether a person is reading. Files and pipes are stored, so they get no secrets. */
  isTerminal: boolean;
  /** Read before root is dropped. Null if this user can't read what the command line would. */
  found: LocalSettings | null;
}

/** `./contactry` finds this file without options when the same user starts it. */
export function commandLineSettings(): LocalSettings | null {
  try {
    return localSettings({});
  } catch {
    return null;
  }
}

const bold = (words: string) => styleText('bold', words);

/** Shown on the terminal at startup: the address and, until a key exists, how to make a first lookup. */
export async function greeting({
  app,
  config,
  secrets,
  isTerminal,
  found,
}: GreetingOptions): Promise<string> {
  const url = app.kernel.ports.publicUrl();
  const ready = `\n  Contactry is ready at ${bold(url)}\n  Reference: ${url}/reference\n`;
  const lines = servesPages(config) ? pageLines(url, true) : '';
  if (await hasKeys(app, secrets)) return `${ready}${lines}\n`;
  const options = cliOptions(app, secrets, found);
  if (isTerminal && allows(config, 'PRINTED_SECRETS')) {
    const link = servesPages(config) ? await operatorLink(app, config, secrets, url) : '';
    const first = await firstLookup(app, secrets, { url, options });
    return `${ready}${lines}${link}\n${first}${secretLines(secrets)}`;
  }
  const example = `./contactry import docs/examples/contacts.csv${options}`;
  const next = config.DIRECTORY_URL
    ? 'Contacts come from the directory. To check, run ./contactry doctor'
    : `To load example contacts, run ${example}`;
  return `${ready}${lines}\n  ${secretsLocation(secrets)}\n  ${next}\n  README.md has the next steps.\n\n`;
}

const pageLines = (url: string, hasConsole: boolean): string =>
  `  For customers: ${url}/app\n${hasConsole ? `  For operators: ${url}/console\n` : ''}`;

/** Shown on the terminal when a process that serves only the pages has started. */
export const pagesGreeting = (url: string, { API_URL, ADMIN_SECRET }: Config): string =>
  `\n  The pages of ${API_URL} are ready at ${bold(url)}\n${pageLines(url, ADMIN_SECRET !== '')}\n`;

/** The first link's address if OPERATORS is empty: the owner of the machine. `.internal` is reserved for private use. */
const machineOwner = 'owner@contactry.internal';

async function operatorLink(
  app: App,
  { OPERATORS }: Config,
  secrets: OpenSecrets,
  url: string,
): Promise<string> {
  const { path } = await askAsOperator<{ path: string }>(
    app,
    secrets.active,
    'sign-in.create-operator-link',
    { email: OPERATORS[0] ?? machineOwner },
  );
  return `  Sign in there, once within a day: ${url}${path}\n`;
}

/** Only generated secrets are shown. The operator knows those in the environment. */
const shownNames = { 'x-admin-secret': 'admin_secret', 'x-internal-secret': 'internal_secret' } as const;

function secretsLocation({ fromFile, file }: OpenSecrets): string {
  const names = Object.values(shownNames).filter((name) => fromFile[name]);
  if (names.length === 0) return 'The secrets come from the environment.';
  return `The secrets are in ${file} as ${names.join(' and ')}.`;
}

function secretLines({ fromFile, file }: OpenSecrets): string {
  const lines = Object.entries(shownNames)
    .filter(([, name]) => fromFile[name])
    .map(([header, name]) => `    ${header.padEnd(17)}  ${fromFile[name]}\n`);
  return lines.length === 0 ? '' : `  ${bold('The secrets')} are stored in ${file}:\n\n${lines.join('')}\n`;
}

async function firstLookup(
  app: App,
  secrets: OpenSecrets,
  { url, options }: { url: string; options: string },
): Promise<string> {
  const key = await createTestKey(app, secrets.active);
  return `  ${bold('A first lookup.')} A test key reads a fictional directory and
  is free. It is shown only once:

    KEY=${key}
    curl -s ${url}/api/v1/find -H "authorization: Bearer $KEY" \\
      -H 'content-type: application/json' \\
      -d '{"profile_url":"linkedin.com/in/asha-example"}'

  ${bold('Your own contacts,')} then a key with 25 credits for them, in another terminal:

${secrets.fromFile.admin_secret ? '' : '    export ADMIN_SECRET=…   # the one you set\n'}    ./contactry import docs/examples/contacts.csv${options}
    ./contactry admin keys create you@example.com${options} --quiet > my-key.txt
    ./contactry find linkedin.com/in/asha-example${options} --key-file my-key.txt

`;
}

/** The command line reads `.env` itself, but not this process's own environment. */
function cliOptions(app: App, { fromFile, file }: OpenSecrets, found: LocalSettings | null): string {
  const url = localAddress(app);
  const address = url === found?.urls[0] ? '' : ` --url ${url}`;
  const findsSecret = found !== null && (found.adminSecret !== '' || found.secretsFile === file);
  // One from the environment is in no file that we know of: its holder sets ADMIN_SECRET for the command too.
  return address + (findsSecret || !fromFile.admin_secret ? '' : ` --secret-file '${file}'`);
}

/** The address on this machine, not PUBLIC_URL. */
function localAddress({ server, kernel }: App): string {
  const [first] = server.addresses();
  return typeof first === 'object' ? localUrl(first.address, first.port) : kernel.ports.publicUrl();
}

async function hasKeys(app: App, { active }: OpenSecrets): Promise<boolean> {
  const { items } = await askAsOperator<{ items: unknown[] }>(app, active, 'keys.list-keys', { limit: 1 });
  return items.length > 0;
}

/** A test key spends nothing and shows no real people, so the first lookup needs no setup. */
async function createTestKey(app: App, secrets: Secrets): Promise<string> {
  const wanted = { email: 'first-lookup@example.com', mode: 'test', note: 'made at the first start' };
  return (await askAsOperator<{ key: string }>(app, secrets, 'keys.create-key', wanted)).key;
}

/** Runs an operation without a request, which would be logged as a caller's. */
async function askAsOperator<Body>(
  { kernel }: App,
  { admin_secret }: Secrets,
  id: string,
  members: object,
): Promise<Body> {
  const declared = manifest.operations.find((operation) => operation.id === id)!;
  const admitted = await admit(kernel.gate, {
    id: randomUUID(),
    access: 'admin',
    address: '127.0.0.1',
    headers: { 'x-admin-secret': currentSecret(admin_secret), 'x-ops-actor': 'first start' },
    idempotencyKey: null,
    signal: new AbortController().signal,
    upload: null,
  });
  const given = {
    members: { ...members },
    locate: (path: (string | number)[]) => path,
    refusesUnknown: true,
  };
  const { body } = await runOperation(kernel, declared, inputReader(declared, 'admin'), admitted, given);
  return body as Body;
}
