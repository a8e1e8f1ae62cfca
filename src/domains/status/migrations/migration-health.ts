import { grouped } from '#core/amounts.ts';
import { type Finding, type HealthCheck, ok, warning } from '#core/parts/health.ts';
import { type MigrationRow, migrationRows } from './sql.ts';

const check = 'background_migrations';
const idleSecondsMax = 3_600;

/** Work on large tables that isn't finished yet. */
export const migrationHealth: HealthCheck = {
  id: check,
  async look({ db }) {
    const rows = await migrationRows(db);
    const waiting = rows.filter(({ state }) => state === 'waiting').length;
    const found = rows.filter(({ state }) => state === 'running' || state === 'paused').map(findingOf);
    if (found.length === 0) return [ok(check, 'No background migration is under way.')];
    if (waiting > 0)
      found.push(ok(check, `${waiting} more ${waiting === 1 ? 'waits for its' : 'wait for their'} turn.`));
    return found;
  },
};

const reasons = {
  lookups: ' It goes slowly because lookups take longer than usual.',
  locks: ' It waits for rows that are in use.',
  error: ' Its last batch failed. It is tried again every 30 seconds.',
};

function findingOf(row: MigrationRow): Finding {
  const { id, pass, rows_done, rows_about, rows_per_second, started_at, state, waits_for } = row;
  const percent = Math.floor((100 * rows_done) / Math.max(1, rows_about));
  const done = `${id}: ${grouped(rows_done)} of about ${grouped(rows_about)} rows (${percent}%) in pass ${pass}`;
  if (state === 'paused')
    return warning(
      check,
      `${done}. An operator paused it.`,
      'Let it continue in the console, under Health, when the time is right.',
    );
  const since = started_at.toISOString().slice(0, 16).replace('T', ' ');
  const says = `${done}, ${grouped(rows_per_second)} per second, since ${since} UTC.${waits_for ? reasons[waits_for] : ''}`;
  if (waits_for === 'error')
    return warning(check, says, 'Read the log of the workers, which has the error of the database.');
  return row.idle_seconds > idleSecondsMax
    ? warning(
        check,
        `${says} It has not moved for an hour.`,
        'Look whether a worker of the newest release runs, and read its log.',
      )
    : ok(check, says);
}
