import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { BackgroundMigrationShape, migrationOf } from './shapes.ts';
import { migrationRow, pauseMigration as pause } from './sql.ts';

export const pauseMigration = operation({
  id: 'status.pause-migration',
  summary: 'Pause a background migration, or let it continue',
  description:
    'It pauses after its current batch, and those after it wait too. A finished one does not pause. One that continues goes over ' +
    'its table again: do that after an older release ran for a while.',
  kind: 'command',
  doors: [admin('PATCH', '/api/v1/admin/health/migrations/{migration}')],
  roles: [],
  input: Type.Object({
    migration: Type.String({ minLength: 1, maxLength: 100, description: 'Its name.' }),
    paused: Type.Boolean({ description: 'Whether it pauses.' }),
  }),
  example: { migration: 'directory.count-contacts', paused: true },
  output: BackgroundMigrationShape,
  errors: ['not_found'],

  async run(ctx, { migration: id, paused }) {
    const row = await migrationRow(ctx.db, id);
    if (!row)
      return ctx.fail('not_found', { detail: 'The database has no background migration of this name.' });
    const before = migrationOf(row);
    const changing = paused ? ['running', 'waiting'] : ['paused', 'finished'];
    if (changing.includes(before.state)) await pause(ctx.db, id, paused);
    const after = migrationOf((await migrationRow(ctx.db, id))!);
    ctx.audit('migration.paused', {
      migration: id,
      before: { state: before.state },
      after: { state: after.state },
    });
    return after;
  },
});
