import { styleText } from 'node:util';
import { localSettings, localUrl } from '#surfaces/cli/connection/local-settings.ts';
import type { App } from './app.ts';
import type { OpenSecrets, Secrets } from './secrets.ts';

export interface GreetingOptions {
  app: App;
  secrets: OpenSecrets;
  /** Whether a person reads it. What goes into a file or a pipe is kept, so no secret goes there. */
  isTerminal: boolean;
}

const bold = (words: string) => styleText('bold', words);

/** What a person sees once the service is ready: its address, and as long as no key was made how to make a first lookup. */
export async function greeting({ app, secrets, isTerminal }: GreetingOptions): Promise<string> {
  const url = app.kernel.ports.publicUrl();
  const ready = `\n  Contactry is ready at ${bold(url)}\n  Reference: ${url}/reference\n\n`;
  if (await hasKeys(app, secrets)) return ready;
  if (isTerminal) return ready + (await firstLookup(app, secrets, url)) + secretLines(secrets);
  return `${ready}  ${whereSecretsLie(secrets)}\n  ./contactry import docs/examples/contacts.csv loads example contacts; README.md goes on from there.\n\n`;
}

/** The secrets that the environment gave are known to whoever gave them. */
const shownNames = { 'x-admin-secret': 'admin_secret', 'x-internal-secret': 'internal_secret' } as const;

function whereSecretsLie({ kept, file }: OpenSecrets): string {
  const names = Object.values(shownNames).filter((name) => kept[name]);
  if (names.length === 0) return 'The secrets are those of the environment.';
  return `The secrets are in ${file} as ${names.join(' and ')}.`;
}

function secretLines({ kept, file }: OpenSecrets): string {
  const lines = Object.entries(shownNames)
    .filter(([, name]) => kept[name])
    .map(([header, name]) => `    ${header.padEnd(17)}  ${kept[name]}\n`);
  return lines.length === 0 ? '' : `  ${bold('The secrets')} stay in ${file}:\n\n${lines.join('')}\n`;
}

async function firstLookup(app: App, secrets: OpenSecrets, url: string): Promise<string> {
  const key = await makeTestKey(app, secrets.inForce);
  return `  ${bold('A first lookup.')} A test key answers from a fictional directory and
  is free. It is shown this once:

    KEY=${key}
    curl -s ${url}/api/v1/find -H "authorization: Bearer $KEY" \\
      -H 'content-type: application/json' \\
      -d '{"profile_url":"linkedin.com/in/asha-example"}'

  ${bold('Your own contacts,')} then a key with 25 credits for them, in another terminal:

    ./contactry import docs/examples/contacts.csv${optionsOfCli(app, secrets.file)}
    ADMIN_SECRET=${secrets.kept.admin_secret ?? '…   # the one you set'}
    echo "x-admin-secret: $ADMIN_SECRET" |
      curl -s ${url}/api/v1/keys/create -H @- \\
      -H 'content-type: application/json' -d '{"email":"you@example.com"}'

`;
}

/** The command line finds by itself what stands in `.env`, and not what this process alone was told. */
function optionsOfCli(app: App, file: string): string {
  const found = localSettings({});
  const url = addressOf(app);
  const address = url === found.urls[0] ? '' : ` --url ${url}`;
  const findsSecret = found.adminSecret !== '' || found.secretsFile === file;
  return address + (findsSecret ? '' : ` --secret-file '${file}'`);
}

/** On this machine, not under PUBLIC_URL. */
function addressOf({ server, kernel }: App): string {
  const [first] = server.addresses();
  return typeof first === 'object' ? localUrl(first.address, first.port) : kernel.ports.publicUrl();
}

async function hasKeys(app: App, { inForce }: OpenSecrets): Promise<boolean> {
  const { items } = await askAsOperator<{ items: unknown[] }>(
    app,
    inForce,
    'GET',
    '/api/v1/keys/list?limit=1',
  );
  return items.length > 0;
}

/** A test key spends nothing and sees nobody real, so that the first lookup needs no set-up. */
async function makeTestKey(app: App, secrets: Secrets): Promise<string> {
  const wanted = { email: 'first-lookup@example.com', mode: 'test', note: 'made at the first start' };
  return (await askAsOperator<{ key: string }>(app, secrets, 'POST', '/api/v1/keys/create', wanted)).key;
}

async function askAsOperator<Body>(
  app: App,
  { admin_secret }: Secrets,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
): Promise<Body> {
  const response = await app.server.inject({
    method,
    url,
    headers: { 'x-admin-secret': admin_secret, 'x-ops-actor': 'first start' },
    ...(payload ? { payload } : {}),
  });
  if (response.statusCode !== 200) throw new Error(`${method} ${url} was refused: ${response.body}`);
  return response.json<Body>();
}
