import { isLoopbackName } from '#core/machine/development.ts';
import { actorOption, command } from './command.ts';
import { clientFor, findService } from './connection/client-for.ts';
import { print } from './terminal.ts';
import { minuteText } from './words.ts';

export const consoleCommand = command({
  name: 'console',
  operands: 'EMAIL',
  summary: 'print a one-time link that signs an operator in to the console',
  about: [
    'EMAIL: the address that the link is for. The audit log records what is done with it under this address. If OPERATORS is set, it must list the address.',
  ],
  options: {
    pages: { value: 'URL', help: 'where the pages are, if another process serves them (ROLE=web)' },
    actor: actorOption,
  },
  examples: ['console mira@example.com', 'console mira@example.com --pages https://people.example.com'],

  async run([email = ''], options) {
    const client = await clientFor(options);
    const made = await client.call('POST /api/v1/admin/operators/links', { body: { email } });
    // A service without PUBLIC_URL knows only its own port, and is opened where it was called.
    const isLocal = isLoopbackName(new URL(made.url).hostname);
    const pages = options.pages?.replace(/\/+$/, '') ?? (isLocal ? (await findService(options)).url : null);
    const link = pages === null ? made.url : pages + made.path;
    print(`\n  ${link}\n\n  It signs in ${email}, once, until ${minuteText(made.expires_at)}.\n\n`);
  },
});
