import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { Cursor, NextCursor, pageLimit, pageOf } from '#core/page.ts';
import { namedKeys, personMembers } from '../named-values.ts';
import { entryOf, keyOfSuppression, SuppressionEntry } from '../shapes.ts';
import { latestSuppressions, suppressionsOf } from '../sql.ts';

export const listSuppressions = operation({
  id: 'suppression.list-suppressions',
  summary: 'List suppressions, newest first, or check a value',
  description:
    'With `profile_url`, `email` or `phone`, returns only the entries for these values. An empty list means that they are not suppressed.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/suppressions')],
  input: Type.Object({
    ...personMembers,
    cursor: Cursor,
    limit: pageLimit(500, 100),
  }),
  output: Type.Object({
    items: Type.Array(SuppressionEntry),
    next_cursor: NextCursor,
  }),

  async run(ctx, { cursor, limit, ...members }) {
    if (Object.keys(members).length > 0) {
      const entries = await suppressionsOf(ctx.db, namedKeys(ctx.ports, members));
      return { items: entries.map(entryOf), next_cursor: null };
    }
    const after = cursor === undefined ? null : keyOfSuppression(cursor);
    const isKnown = after !== null && (await suppressionsOf(ctx.db, [after])).length > 0;
    if (cursor !== undefined && !isKnown)
      return failField(['cursor'], 'This cursor does not belong to the list');

    const found = await latestSuppressions(ctx.db, after, limit + 1);
    const { rows, nextCursor } = pageOf(found.map(entryOf), limit, ({ id }) => id);
    return { items: rows, next_cursor: nextCursor };
  },
});
