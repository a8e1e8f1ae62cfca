import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { namedValues, personMembers } from '../named-values.ts';
import { entryOf, keyOfSuppression, SuppressionEntry } from '../shapes.ts';
import { latestSuppressions, suppressionsOf } from '../sql.ts';

export const listSuppressions = operation({
  id: 'suppression.list-suppressions',
  summary: 'List the suppression list, newest first, or tell whether a value is on it',
  description:
    'With `profile_url`, `email` or `phone` the list has the entries of these values only: none when they are not on it.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/suppressions')],
  input: Type.Object({
    ...personMembers,
    cursor: Type.Optional(Type.String({ maxLength: 100, description: '`next_cursor` of the page before.' })),
    limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
  }),
  output: Type.Object({
    items: Type.Array(SuppressionEntry),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
  }),
  errors: [],

  async run(ctx, { cursor, limit, ...members }) {
    if (Object.keys(members).length > 0) {
      const values = namedValues(ctx.ports, [{ members }]);
      const entries = await suppressionsOf(
        ctx.db,
        values.map(({ key }) => key),
      );
      return { items: entries.map(entryOf), next_cursor: null };
    }
    const after = cursor === undefined ? null : keyOfSuppression(cursor);
    const isKnown = after !== null && (await suppressionsOf(ctx.db, [after])).length > 0;
    if (cursor !== undefined && !isKnown) return failField(['cursor'], 'Not a cursor of this list');

    const found = await latestSuppressions(ctx.db, after, limit + 1);
    const items = found.slice(0, limit).map(entryOf);
    return { items, next_cursor: found.length > limit ? items.at(-1)!.id : null };
  },
});
