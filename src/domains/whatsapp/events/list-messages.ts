import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { pageLimit } from '#core/page.ts';
import { accountByAccountId } from '#domains/accounts/index.ts';
import { masked } from '../rules.ts';
import { newestMessages } from './newest-messages.ts';

const Message = Type.Object({
  account_id: Type.String(),
  whatsapp: Type.String({
    description: 'The number, with most of its digits hidden.',
    examples: ['+44•••••••123'],
  }),
  sent_at: Type.String({ format: 'date-time' }),
  delivery: Type.Enum(['sending', 'not_sent', 'accepted', 'sent', 'delivered', 'read', 'failed'], {
    description: '`accepted` by Meta is not delivered yet. `read` implies `delivered`.',
  }),
  delivery_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  error_code: Type.Union([Type.Integer(), Type.Null()], { description: "Meta's error code." }),
  confirmed: Type.Boolean({ description: 'Whether the code was used.' }),
});

export const listMessages = operation({
  id: 'whatsapp.list-messages',
  summary: 'List WhatsApp messages and what became of them, newest first',
  description: 'Messages are kept for 30 days. Their codes are not shown.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/whatsapp/messages')],
  input: Type.Object({
    account_id: Type.String({ maxLength: 200, default: '', description: 'Only those of this account.' }),
    limit: pageLimit(1000, 100),
  }),
  output: Type.Object({ items: Type.Array(Message) }),
  errors: ['not_found'],

  async run(ctx, { account_id, limit }) {
    const account = account_id ? await accountByAccountId(ctx.db, account_id) : null;
    if (account_id && !account)
      return ctx.fail('not_found', { detail: `No account '${account_id}' exists.` });
    const messages = await newestMessages(ctx.db, { account: account?.id ?? null, limit });
    const items = messages.map(({ number, sent_at: sentAt, delivery_at: deliveryAt, ...message }) => ({
      ...message,
      whatsapp: masked(number),
      sent_at: sentAt.toISOString(),
      delivery_at: deliveryAt?.toISOString() ?? null,
    }));
    return { items };
  },
});
