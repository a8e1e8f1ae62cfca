import { sql } from 'kysely';
import { counted } from '#core/amounts.ts';
import { type HealthCheck, ok, warning } from '#core/parts/health.ts';

const hoursMax = 26;

/** The age of the last backup. */
export const backupHealth: HealthCheck = {
  id: 'backup',
  async look({ db }) {
    const { rows } = await sql<{ hours: number | null }>`
      select (extract(epoch from clock_timestamp() - max(at)) / 3600)::float8 as hours from backup_made`.execute(
      db,
    );
    const { hours } = rows[0]!;
    const remedy =
      'Set up a backup timer. If your own tools make the backups, let them record each one (docs/guide/backup.md).';
    if (hours === null) return [warning('backup', 'This database has no backup.', remedy)];
    const says = `The last backup is ${counted(Math.floor(hours), 'hour')} old.`;
    return [hours > hoursMax ? warning('backup', says, remedy) : ok('backup', says)];
  },
};
