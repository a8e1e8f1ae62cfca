import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { importById, reportOf } from './import/imports.ts';
import { ImportId, ImportReport } from './shapes.ts';

export const showImport = operation({
  id: 'directory.show-import',
  summary: "Get an import's status",
  kind: 'query',
  atDirectory: true,
  doors: [admin('GET', '/api/v1/admin/directory/imports/{import_id}')],
  input: Type.Object({ import_id: ImportId }),
  example: { import_id: 'imp_4mAYQ7rYV0bIqJm2vQx1sT' },
  output: ImportReport,
  errors: ['not_found'],

  async run(ctx, { import_id }) {
    const found = await importById(ctx.db, import_id);
    return found
      ? reportOf(ctx.db, found)
      : ctx.fail('not_found', { detail: 'No import with this id exists.' });
  },
});
