import { actorOption } from './admin/door-command.ts';
import type { Command } from './command.ts';
import { exitCodes } from './command-failed.ts';
import { clientFor, findService } from './connection/client-for.ts';
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
    const pages = String(options.pages ?? (await findService(options)).url).replace(/\/+$/, '');
    print(`\n  ${pages}${path}\n\n  It works once, until ${minuteText(expires_at)}.\n\n`);
    return exitCodes.done;
  },
};
