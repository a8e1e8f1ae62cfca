import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { Config } from '#core/environment.ts';
import type { App } from './app.ts';
import { platformVariables } from './config.ts';
import type { OpenSecrets, Secrets } from './secrets.ts';

export interface GreetingOptions extends OpenSecrets {
  app: App;
  config: Config;
}

const defaultUrl = `http://127.0.0.1:${platformVariables.PORT.fallback}`;
const bold = (words: string) => styleText('bold', words);

/** What a person sees once the service is ready: its address, and on the first start how to make a first lookup. */
export async function greeting({ app, config, secrets, generated, file }: GreetingOptions): Promise<string> {
  const url = app.kernel.ports.publicUrl();
  const ready = `\n  Contactry is ready at ${bold(url)}   (reference: ${url}/reference)\n`;
  if (Object.keys(generated).length === 0) return `${ready}\n`;
  const key = await makeTestKey(app, secrets);
  return `${ready}
  The secrets that were generated are in ${file}; what is listed here is shown this once.
${listed({ 'x-admin-secret': generated.admin_secret, 'x-internal-secret': generated.internal_secret, 'a test key': key })}

  ${bold('A first lookup')} (a test key answers from a fictional directory, free):

    curl -s ${url}/api/v1/find -H 'authorization: Bearer ${key}' \\
      -H 'content-type: application/json' -d '{"profile_url":"linkedin.com/in/asha-example"}'

  ${bold('Your own contacts')}, then a key with 25 credits for them:

    npx contactry import docs/examples/contacts.csv${optionsOfCli(config, file, url)}
    echo "x-admin-secret: ${adminSecret(config, secrets)}" | curl -s ${url}/api/v1/keys/create -H @- \\
      -H 'content-type: application/json' -d '{"email":"you@example.com"}'

`;
}

const listed = (values: Record<string, string | undefined>) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `    ${name.padEnd(18)}  ${value}`)
    .join('\n');

/** As a shell reads it between double quotes: what the operator chose is not repeated. Never a word of a command: `ps`. */
const adminSecret = (config: Config, secrets: Secrets) =>
  config.ADMIN_SECRET ? '$ADMIN_SECRET' : secrets.admin_secret;

/** The command line finds the service and its secret by itself only where they are by default. */
function optionsOfCli(config: Config, file: string, url: string): string {
  const findsSecret = config.ADMIN_SECRET || config.DATA_DIR === resolve(platformVariables.DATA_DIR.fallback);
  return [url === defaultUrl ? '' : ` --url ${url}`, findsSecret ? '' : ` --secret-file '${file}'`].join('');
}

/** A test key spends nothing and sees nobody real, so that the first lookup needs no set-up. */
async function makeTestKey(app: App, secrets: Secrets): Promise<string> {
  const response = await app.server.inject({
    method: 'POST',
    url: '/api/v1/keys/create',
    headers: { 'x-admin-secret': secrets.admin_secret, 'x-ops-actor': 'first start' },
    payload: { email: 'first-lookup@example.com', mode: 'test', note: 'made at the first start' },
  });
  if (response.statusCode !== 200) throw new Error(`no test key could be made: ${response.body}`);
  return response.json<{ key: string }>().key;
}
