import { isLoopbackName } from '#core/loopback.ts';
import { actorOption } from './admin/door-command.ts';
import type { Command, Options } from './command.ts';
import { exitCodes } from './command-failed.ts';
import { clientFor, findService } from './connection/client-for.ts';
import { localSettings } from './connection/local-settings.ts';
import { print } from './print.ts';
import { minuteText } from './words.ts';

export const consoleCommand: Command = {
  name: 'console',
  operands: 'EMAIL',
  operandsMin: 1,
  operandsMax: 1,
  summary: 'print a link that signs an operator in to the console, once',
  about: [
    'EMAIL: the address that the link is for. The audit log records what is done with it under this address. If OPERATORS is set, it must list the address.',
  ],
  options: [
    { name: 'pages', value: 'URL', help: 'where the pages are, if another process serves them (ROLE=web)' },
    actorOption,
  ],
  examples: ['console mira@example.com', 'console mira@example.com --pages https://people.example.com'],

  async run([email = ''], options) {
    const client = await clientFor(options);
    const { path, expires_at } = await client.call('POST /api/v1/admin/operators/links', { body: { email } });
    const pages = String(options.pages ?? (await addressOfPages(options))).replace(/\/+$/, '');
    print(`\n  ${pages}${path}\n\n  It signs in ${email}, once, until ${minuteText(expires_at)}.\n\n`);
    return exitCodes.done;
  },
};

/** A service on this machine is called by its port, and opened at its PUBLIC_URL. */
async function addressOfPages(options: Options): Promise<string> {
  const { url } = await findService(options);
  const isHere = isLoopbackName(new URL(url).hostname);
  return (isHere && localSettings().publicUrl) || url;
}
