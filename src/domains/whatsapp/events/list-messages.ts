import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { Cursor, NextCursor, pageLimit, pageOf } from '#core/page.ts';
import { instant, instantOrNull, optionalText, orNull } from '#core/shapes.ts';
import { accountByAccountId } from '#domains/accounts/index.ts';
import { maskedNumber } from '#values/masked.ts';
import { MaskedNumber } from '../shapes.ts';

const Message = Type.Object(
  {
    account_id: Type.String(),
    whatsapp: MaskedNumber,
    sent_at: instant('When it was sent.'),
    delivery: Type.Enum(['sending', 'not_sent', 'accepted', 'sent', 'delivered', 'read', 'failed'], {
      description:
        '`sending`: Meta has not answered yet. `not_sent`: Meta refused it or was not reached. `accepted` by Meta is not delivered ' +
        'yet. `read` implies `delivered`.',
    }),
    delivery_at: instantOrNull('When `delivery` changed last.'),
    error_code: orNull(Type.Integer(), "Meta's error code."),
    confirmed: Type.Boolean({ description: 'Whether the person typed the code.' }),
  },
  {
    examples: [
      {
        account_id: 'acme-42',
        whatsapp: '+44•••••••123',
        sent_at: '2026-11-20T09:30:00.000Z',
        delivery: 'read',
        delivery_at: '2026-11-20T09:30:05.000Z',
        error_code: null,
        confirmed: true,
      },
    ],
  },
);

export const listMessages = operation({
  id: 'whatsapp.list-messages',
  summary: 'List WhatsApp messages and their delivery, newest first',
  description: 'Messages are kept for 30 days. Their codes are not shown.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/whatsapp/messages')],
  input: Type.Object({
    account_id: optionalText(200, 'Only those of this account.'),
    failed: Type.Optional(
      Type.Boolean({ description: 'Only messages that are `not_sent` or `failed`, or only the others.' }),
    ),
    limit: pageLimit(1000, 100),
    cursor: Cursor,
  }),
  output: Type.Object({ items: Type.Array(Message), next_cursor: NextCursor }),
  errors: ['not_found'],

  async run(ctx, { account_id, failed, limit, cursor }) {
    const account = account_id ? await accountByAccountId(ctx.db, account_id) : null;
    if (account_id && !account)
      return ctx.fail('not_found', { detail: `No account '${account_id}' exists.` });
    const found = await newestMessages(ctx.db, account?.id, failed, cursor, limit + 1);
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => id);
    const items = rows.map(({ id: _, number, ...message }) => ({
      ...message,
      whatsapp: maskedNumber(number),
    }));
    return { items, next_cursor: nextCursor };
  },
});

type StoredMessage = Omit<Static<typeof Message>, 'whatsapp'> & { id: string; number: string };

/** Newest first. */
async function newestMessages(
  db: Db,
  account: number | undefined,
  failed: boolean | undefined,
  before: string | undefined,
  limit: number,
): Promise<StoredMessage[]> {
  const conditions = [sql`true`];
  if (account !== undefined) conditions.push(sql`message.account = ${account}`);
  if (failed !== undefined) conditions.push(sql`(delivery in ('not_sent', 'failed')) = ${failed}`);
  if (before !== undefined) {
    conditions.push(
      sql`(sent_at, message.id) < (select sent_at, id from whatsapp_message where id = ${before})`,
    );
  }
  return rowsOf<StoredMessage>(db)`
    select message.id, account.account_id, number, sent_at, delivery, delivery_at, error_code,
      used_at is not null as confirmed
    from whatsapp_message as message
    join account on account.id = message.account
    where ${sql.join(conditions, sql` and `)}
    order by sent_at desc, message.id desc
    limit ${limit}`;
}
