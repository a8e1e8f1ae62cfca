import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { latestOptOuts, optOutById } from './opt-outs.ts';
import { OptOutRequest, optOutShown, optOutStatuses } from './shapes.ts';

export const listOptOuts = operation({
  id: 'suppression.list-opt-outs',
  summary: 'List requests to be left out, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/opt-outs')],
  input: Type.Object({
    status: Type.Optional(Type.Enum([...optOutStatuses], { description: 'Only those; all if absent.' })),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: '`next_cursor` of the page before.' })),
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  }),
  output: Type.Object({
    items: Type.Array(OptOutRequest),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
  }),
  errors: [],

  async run(ctx, { status = null, cursor = null, limit }) {
    const at = ctx.now();
    if (cursor !== null && !(await optOutById(ctx.db, cursor, at)))
      return failField(['cursor'], 'Not a cursor of this list');
    const found = await latestOptOuts(ctx.db, { status, after: cursor, limit: limit + 1, at });
    const page = found.slice(0, limit);
    return { items: page.map(optOutShown), next_cursor: found.length > limit ? page.at(-1)!.id : null };
  },
});
