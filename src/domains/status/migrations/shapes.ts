import Type from 'typebox';
import { instant, instantOrNull, orNull } from '#core/shapes.ts';
import type { MigrationRow } from './sql.ts';

export const BackgroundMigrationShape = Type.Object(
  {
    id: Type.String({ description: 'Its name, such as `directory.count-contacts`.' }),
    release: Type.String({ description: 'The version that it came with.' }),
    table: Type.String({ description: 'The table whose rows it changes.' }),
    state: Type.Enum(['running', 'waiting', 'paused', 'finished'], {
      description:
        '`waiting`: for those before it, which are done one after another. `paused`: by an operator.',
    }),
    pass: Type.Integer({
      description:
        'It goes over the table again until a pass changes no row. This is the number of the pass.',
    }),
    rows_done: Type.Integer({ description: 'Rows that this pass has looked at.' }),
    rows_about: Type.Integer({ description: 'Rows of the table, by the estimate of PostgreSQL.' }),
    rows_per_second: Type.Integer({ description: 'Its speed in the last seconds. 0 unless it is running.' }),
    waits_for: orNull(
      Type.Enum(['lookups', 'locks', 'error']),
      'What slows it down: lookups that take twice their usual time, rows that are in use, or an error, which is in the log.',
    ),
    started_at: instant('When it was first seen.'),
    moved_at: instant('When its last batch was done.'),
    finished_at: instantOrNull('When a pass changed no row. Null until then.'),
  },
  { title: 'BackgroundMigration' },
);

export const migrationOf = ({ table_name, idle_seconds: _, ...row }: MigrationRow) => ({
  ...row,
  table: table_name,
});
