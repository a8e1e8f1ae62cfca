import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { pageLimit } from '#core/page.ts';
import { summaryOf } from './import/import-report.ts';
import { latestImports } from './import/imports.ts';
import { ImportSummary } from './shapes.ts';

export const listImports = operation({
  id: 'directory.list-imports',
  summary: 'List imports of contacts, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/directory/imports')],
  input: Type.Object({
    limit: pageLimit(100, 50),
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-fA-F]{64}$',
        description: 'Only the import of the file with this SHA-256.',
      }),
    ),
  }),
  output: Type.Object({ items: Type.Array(ImportSummary) }),
  errors: [],

  async run(ctx, { limit, sha256 }) {
    const imports = await latestImports(ctx.db, limit, sha256 ? Buffer.from(sha256, 'hex') : null);
    return { items: imports.map(summaryOf) };
  },
});
