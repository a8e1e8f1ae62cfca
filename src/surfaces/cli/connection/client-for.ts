import type { Options } from '../command.ts';
import { CommandFailed } from '../command-failed.ts';
import { adminSecret } from './admin-secret.ts';
import { type ApiClient, openClient } from './api-client.ts';
import { NobodyThere, notOurs } from './connection-faults.ts';
import { localSettings } from './local-settings.ts';

export interface ServiceStatus {
  status: string;
  components: { name: string; status: string }[];
}

/** Connects to the service given by the options, the environment, `.env` or DATA_DIR, with its admin secret. */
export async function clientFor(options: Options): Promise<ApiClient> {
  const settings = localSettings();
  const secret = await adminSecret(options, settings);
  const { url } = await findService(options);
  return openClient(url, secret, options.actor);
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

async function statusOf(url: string): Promise<ServiceStatus> {
  const { body } = await openClient(url, null).get<Partial<ServiceStatus>>('/api/v1/status');
  const { status, components } = body;
  if (typeof status !== 'string' || !Array.isArray(components)) throw notOurs(url);
  return { status, components };
}
