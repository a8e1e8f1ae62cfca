import { isLoopbackName } from '#core/machine/development.ts';
import { actorOption } from './admin/door-command.ts';
import type { Command, Options } from './command.ts';
import { exitCodes } from './command-failed.ts';
import { clientFor, findService } from './connection/client-for.ts';
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
    const { path, url, expires_at } = await client.call('POST /api/v1/admin/operators/links', {
      body: { email },
    });
    const link = options.pages
      ? String(options.pages).replace(/\/+$/, '') + path
      : await linkAt(url, path, options);
    print(`\n  ${link}\n\n  It signs in ${email}, once, until ${minuteText(expires_at)}.\n\n`);
    return exitCodes.done;
  },
};

/** A service without PUBLIC_URL knows only its own port, and is opened where it was called. */
async function linkAt(link: string, path: string, options: Options): Promise<string> {
  return isLoopbackName(new URL(link).hostname) ? (await findService(options)).url + path : link;
}
