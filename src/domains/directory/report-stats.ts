import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { countSuppressions } from '#domains/suppression/index.ts';
import { latestImports, summaryOf } from './import/imports.ts';
import { readTally, statsOf } from './profiles/tally.ts';
import { DirectoryStats } from './shapes.ts';

export const reportStats = operation({
  id: 'directory.report-stats',
  summary: "Get the directory's counts",
  description:
    'Counts are updated with every change. They are exact, and reading them takes the same time at any size.',
  kind: 'query',
  atDirectory: true,
  doors: [admin('GET', '/api/v1/admin/directory/stats')],
  input: Type.Object({}),
  output: DirectoryStats,
  errors: [],

  async run(ctx) {
    const [counted, suppressions, [last]] = await Promise.all([
      readTally(ctx.db),
      countSuppressions(ctx.db),
      latestImports(ctx.db, { limit: 1, sha256: null, after: null }),
    ]);
    return { ...statsOf(counted), suppressions, last_import: last ? summaryOf(last) : null };
  },
});
