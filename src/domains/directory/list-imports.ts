import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { Cursor, NextCursor, pageLimit, pageOf } from '#core/page.ts';
import { importById, latestImports, summaryOf } from './import/imports.ts';
import { ImportSummary } from './shapes.ts';

export const listImports = operation({
  id: 'directory.list-imports',
  summary: 'List imports of contacts, newest first',
  kind: 'query',
  atDirectory: true,
  doors: [admin('GET', '/api/v1/admin/directory/imports')],
  input: Type.Object({
    limit: pageLimit(100, 50),
    cursor: Cursor,
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-fA-F]{64}$',
        description: 'Only the import of the file with this SHA-256.',
      }),
    ),
  }),
  output: Type.Object({ items: Type.Array(ImportSummary), next_cursor: NextCursor }),
  errors: [],

  async run(ctx, { limit, cursor = null, sha256 }) {
    if (cursor !== null && !(await importById(ctx.db, cursor)))
      return failField(['cursor'], 'This cursor does not belong to the list');
    const wanted = { after: cursor, limit: limit + 1, sha256: sha256 ? Buffer.from(sha256, 'hex') : null };
    const { rows, nextCursor } = pageOf(await latestImports(ctx.db, wanted), limit, ({ id }) => id);
    return { items: rows.map(summaryOf), next_cursor: nextCursor };
  },
});
