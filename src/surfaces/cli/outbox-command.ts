import type { Answer } from '#client';
import { asJson, type Command } from './command.ts';
import { exitCodes } from './command-failed.ts';
import { clientFor } from './connection/client-for.ts';
import { print } from './print.ts';

type Outbox = Answer<'GET /api/v1/admin/outbox'>;

export const outboxCommand: Command = {
  name: 'outbox',
  operands: '',
  operandsMin: 0,
  operandsMax: 0,
  summary: 'show the one-time codes in the local outbox, newest first',
  about: [
    'For development. Without WHATSAPP_TOKEN the service keeps codes in its memory instead of sending them, until they expire. ' +
      'In production there is no outbox.',
  ],
  options: [asJson],
  examples: ['outbox'],

  async run(_, options) {
    const client = await clientFor(options);
    const outbox = await client.call('GET /api/v1/admin/outbox');
    print(options.json ? `${JSON.stringify(outbox, null, 2)}\n` : `\n${outboxText(outbox)}\n`);
    return exitCodes.done;
  },
};

function outboxText({ items }: Outbox): string {
  if (items.length === 0) return '  The outbox is empty.\n';
  const lines = items.map(
    ({ whatsapp, code, expires_at: end }) =>
      `  ${code}  to ${whatsapp}, valid until ${end.slice(11, 19)} UTC`,
  );
  return `${lines.join('\n')}\n`;
}
