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

/** The service that the options, or else the environment, `.env` and DATA_DIR name, with its admin secret. */
export async function clientFor(options: Options): Promise<ApiClient> {
  const settings = localSettings();
  const secret = await adminSecret(options, settings);
  const { url } = await findService(options);
  return openClient(url, secret);
}

/** Where it answers, asked without a secret: nobody but a service of ours shall be sent one. */
export async function findService(options: Options): Promise<{ url: string; status: ServiceStatus }> {
  const urls = options.url ? [options.url.replace(/\/+$/, '')] : localSettings().urls;
  let fault: unknown = new CommandFailed(
    'The port is chosen at the start (PORT=0). Say where it is with --url.',
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
