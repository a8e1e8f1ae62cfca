import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { pageLimit, pageOf } from '#core/page.ts';
import { cursorOf, importById, rejectReport, rejectsOf } from './import/imports.ts';
import { ImportId, Reject } from './shapes.ts';

export const listRejects = operation({
  id: 'directory.list-rejects',
  summary: "List an import's rejected rows and values",
  kind: 'query',
  atDirectory: true,
  doors: [admin('GET', '/api/v1/admin/directory/imports/{import_id}/rejects')],
  input: Type.Object({
    import_id: ImportId,
    cursor: Type.Integer({
      minimum: 0,
      default: 0,
      description: 'The `next_cursor` of the previous page.',
    }),
    limit: pageLimit(1000, 100),
  }),
  example: { import_id: 'imp_4mAYQ7rYV0bIqJm2vQx1sT' },
  output: Type.Object({
    items: Type.Array(Reject, { description: 'In file order.' }),
    next_cursor: Type.Union([Type.Integer(), Type.Null()], { description: 'Null on the last page.' }),
  }),
  errors: ['not_found'],

  async run(ctx, { import_id, cursor, limit }) {
    if (!(await importById(ctx.db, import_id)))
      return ctx.fail('not_found', { detail: 'No import with this id exists.' });
    const found = await rejectsOf(ctx.db, import_id, cursor, limit + 1);
    const { rows, nextCursor } = pageOf(found, limit, cursorOf);
    return { items: rows.map(rejectReport), next_cursor: nextCursor };
  },
});
