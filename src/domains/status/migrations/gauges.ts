import type { Db } from '#core/context.ts';
import type { Platform } from '#core/domain.ts';
import { type MigrationRow, migrationRows } from './sql.ts';

/** Background migrations that aren't finished; the same from every process. */
export function addMigrationGauges(gauge: Platform['metrics']['gauge'], db: Db): void {
  const add = (name: string, help: string, value: (row: MigrationRow) => number) =>
    gauge(`background_migration_${name}`, help, ['migration'], async () =>
      (await migrationRows(db))
        .filter(({ state }) => state !== 'finished')
        .map((row) => ({ labels: { migration: row.id }, value: value(row) })),
    );
  add('rows', 'Rows of the table, about.', ({ rows_about }) => rows_about);
  add('rows_done', 'Rows that the current pass has looked at.', ({ rows_done }) => rows_done);
  add(
    'idle_seconds',
    'Time since the last batch; 0 while it waits for its turn or an operator pauses it.',
    (row) => row.idle_seconds,
  );
}
