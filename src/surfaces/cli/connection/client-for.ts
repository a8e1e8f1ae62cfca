import { type Answer, type Client, ContactryError } from '#client';
import type { Options } from '../command.ts';
import { CommandFailed } from '../command-failed.ts';
import { adminSecret } from './admin-secret.ts';
import { inCommandWords, NobodyThere, notOurs } from './connection-faults.ts';
import { localSettings } from './local-settings.ts';
import { openClient, operatorHeaders } from './open-client.ts';

export type ServiceStatus = Answer<'GET /api/v1/status'>;

/** Connects to the service given by the options, the environment, `.env` or DATA_DIR, with its admin secret. */
export async function clientFor(options: Options): Promise<Client> {
  const settings = localSettings();
  const secret = await adminSecret(options, settings);
  const { url } = await findService(options);
  return openClient(url, operatorHeaders(secret, options.actor));
}

/** Finds the service without sending the secret, so that only a real Contactry ever receives it. */
export async function findService(options: Options): Promise<{ url: string; status: ServiceStatus }> {
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
