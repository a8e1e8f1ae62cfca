import { grouped } from '#core/amounts.ts';
import { type Finding, type HealthCheck, ok, warning } from '#core/parts/health.ts';
import { type MigrationRow, migrationRows } from './sql.ts';

const check = 'background_migrations';
const idleSecondsMax = 3_600;

/** Work on large tables that isn't finished yet. */
export const migrationHealth: HealthCheck = {
  id: check,
  async look({ db }) {
    const open = (await migrationRows(db)).filter(({ finished_at }) => finished_at === null);
    return open.length === 0 ? [ok(check, 'No background migration is under way.')] : open.map(findingOf);
  },
};

const reasons = {
  lookups: ' It goes slowly because lookups take longer than usual.',
  locks: ' It waits for rows that are in use.',
  error: ' Its last batch failed; the log says why.',
};

function findingOf(row: MigrationRow): Finding {
  const { id, pass, rows_done, rows_about, rows_per_second, started_at, paused_at, waits_for } = row;
  const percent = Math.floor((100 * rows_done) / Math.max(1, rows_about));
  const says =
    `${id}: ${grouped(rows_done)} of about ${grouped(rows_about)} rows (${percent}%) in pass ${pass}, ` +
    `${grouped(rows_per_second)} a second, since ${started_at.toISOString().slice(0, 16)}Z.${waits_for ? reasons[waits_for] : ''}`;
  if (paused_at)
    return warning(check, `${says} An operator paused it.`, 'Let it continue when the time is right.');
  return row.idle_seconds > idleSecondsMax
    ? warning(
        check,
        `${says} It has not moved for an hour.`,
        'Look whether a worker of the newest release runs, and read its log.',
      )
    : ok(check, says);
}
