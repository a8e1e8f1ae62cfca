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
  operands: '',
  operandsMin: 0,
  operandsMax: 0,
  summary: 'print a link that signs an operator in to the console, once',
  about: ['Whoever opens the link names an address, which stands in the audit trail.'],
  options: [
    { name: 'pages', value: 'URL', help: 'where the pages are, if another process serves them (ROLE=web)' },
    actorOption,
  ],
  examples: ['console', 'console --pages https://people.example.com'],

  async run(_, options) {
    const client = await clientFor(options);
    const { path, expires_at } = await client.call('POST /api/v1/admin/operators/links');
    const pages = String(options.pages ?? (await addressOfPages(options))).replace(/\/+$/, '');
    print(`\n  ${pages}${path}\n\n  It works once, until ${minuteText(expires_at)}.\n\n`);
    return exitCodes.done;
  },
};

/** A service on this machine is called by its port, and opened at its PUBLIC_URL. */
async function addressOfPages(options: Options): Promise<string> {
  const { url } = await findService(options);
  const isHere = isLoopbackName(new URL(url).hostname);
  return (isHere && localSettings().publicUrl) || url;
}
