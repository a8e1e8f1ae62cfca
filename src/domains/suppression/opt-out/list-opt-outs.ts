import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { Cursor, NextCursor, pageLimit, pageOf } from '#core/page.ts';
import { latestOptOuts, optOutById } from './opt-outs.ts';
import { OptOutRequest, optOutStatuses } from './shapes.ts';

export const listOptOuts = operation({
  id: 'suppression.list-opt-outs',
  summary: 'List opt-out requests, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/opt-outs')],
  input: Type.Object({
    status: Type.Optional(
      Type.Enum([...optOutStatuses], { description: 'Only requests with this status. Defaults to all.' }),
    ),
    cursor: Cursor,
    limit: pageLimit(200, 50),
  }),
  output: Type.Object({
    items: Type.Array(OptOutRequest),
    next_cursor: NextCursor,
  }),

  async run(ctx, { status = null, cursor = null, limit }) {
    const at = ctx.now();
    if (cursor !== null && !(await optOutById(ctx.db, cursor, at)))
      return failField(['cursor'], 'This cursor does not belong to the list');
    const found = await latestOptOuts(ctx.db, { status, after: cursor, limit: limit + 1, at });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => id);
    return { items: rows, next_cursor: nextCursor };
  },
});
