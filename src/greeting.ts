import { styleText } from 'node:util';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { Secrets } from './secrets.ts';

export interface GreetingOptions {
  app: App;
  config: Config;
  secrets: Secrets;
  /** Whether this is the first start: the only time the secrets are shown. */
  generated: boolean;
  file: string;
}

/** What a person sees once the service is ready: its address, and on the first start how to make a first lookup. */
export async function greeting({ app, config, secrets, generated, file }: GreetingOptions): Promise<string> {
  const [first] = app.server.addresses();
  const url = config.PUBLIC_URL || `http://127.0.0.1:${typeof first === 'object' ? first.port : config.PORT}`;
  const bold = (words: string) => styleText('bold', words);
  if (!generated) return `\n  Contactry is ready at ${bold(url)}   (reference: ${url}/reference)\n\n`;
  const key = await makeTestKey(app, secrets);
  return `
  Contactry is ready at ${bold(url)}   (reference: ${url}/reference)

  The secrets below are in ${file}; they are shown this once.
    x-admin-secret      ${secrets.admin_secret}
    x-internal-secret   ${secrets.internal_secret}
    a test key          ${key}

  ${bold('A first lookup')} (a test key answers from a fictional directory, free):

    curl -s ${url}/api/v1/find -H 'authorization: Bearer ${key}' \\
      -H 'content-type: application/json' -d '{"profile_url":"linkedin.com/in/asha-example"}'

  ${bold('Your own contacts')}, then a key with 25 credits for them:

    npx contactry import docs/examples/contacts.csv
    curl -s ${url}/api/v1/keys/create -H 'x-admin-secret: ${secrets.admin_secret}' \\
      -H 'content-type: application/json' -d '{"email":"you@example.com"}'

`;
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
