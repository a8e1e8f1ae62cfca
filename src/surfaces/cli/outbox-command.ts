import type { Answer } from '#client';
import { asJson, command } from './command.ts';
import { clientFor } from './connection/client-for.ts';
import { show } from './terminal.ts';

export const outboxCommand = command({
  name: 'outbox',
  summary: 'show the one-time codes in the local outbox, newest first',
  about: [
    'For development. Without WHATSAPP_TOKEN the service keeps codes in its memory instead of sending them, until they expire. ' +
      'In production there is no outbox.',
  ],
  options: { json: asJson },
  examples: ['outbox'],

  async run(_, options) {
    const client = await clientFor(options);
    show(await client.call('GET /api/v1/admin/outbox'), options.json, outboxText);
  },
});

function outboxText({ items }: Answer<'GET /api/v1/admin/outbox'>): string {
  if (items.length === 0) return '  The outbox is empty.\n';
  return items
    .map((each) => `  ${each.code}  to ${each.whatsapp}, valid until ${each.expires_at.slice(11, 19)} UTC\n`)
    .join('');
}
