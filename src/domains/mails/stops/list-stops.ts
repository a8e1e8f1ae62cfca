import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { Cursor, NextCursor, pageLimit, pageOf } from '#core/page.ts';
import { optionalText } from '#core/shapes.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { keyOfStop, MailStop, stopReport } from './shapes.ts';
import { latestStops, stopKey, stopOf } from './sql.ts';

export const listStops = operation({
  id: 'mails.list-stops',
  summary: 'List addresses that get no mail, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/mail-stops')],
  input: Type.Object({
    email: optionalText(320, 'Only this address.', 'asha@asha.example.com'),
    cursor: Cursor,
    limit: pageLimit(200, 50),
  }),
  output: Type.Object({ items: Type.Array(MailStop), next_cursor: NextCursor }),

  async run(ctx, { email, cursor, limit }) {
    const key = email.trim() === '' ? null : stopKey(ctx.ports, readEmail(['email'], email));
    const after = cursor === undefined ? null : keyOfStop(cursor);
    if (cursor !== undefined && !(after && (await stopOf(ctx.db, after))))
      return failField(['cursor'], 'This cursor does not belong to the list');
    const found = await latestStops(ctx.db, { key, after, limit: limit + 1 });
    const { rows, nextCursor } = pageOf(found.map(stopReport), limit, ({ id }) => id);
    return { items: rows, next_cursor: nextCursor };
  },
});
