import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** Creates the partitions for the month of `from` and `ahead` months after it. Safe to repeat. */
export async function addMonths(db: Db, from: Date, ahead: number): Promise<void> {
  await sql`select usage_add_months(${from}::timestamptz, ${ahead})`.execute(db);
}

/** Drops one partition older than the month of `before`. Returns its name, or null when none is left. */
export async function dropMonth(db: Db, before: Date): Promise<string | null> {
  const { rows } = await sql<{ dropped: string | null }>`
    select usage_drop_months(${before}::timestamptz) as dropped`.execute(db);
  return rows[0]!.dropped;
}

/** Whether any rows lack a partition for their month: a clock is wrong, or the job did not run in time. */
export async function hasRowsOutsideMonths(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from usage_event_outside) or exists (select from usage_hour_outside) as found`.execute(
    db,
  );
  return rows[0]!.found;
}

/** Aggregates the next full hour that ended by `until`. Returns false when none is due yet. */
export async function rollUpHour(db: Db, until: Date): Promise<boolean> {
  const { rows } = await sql<{ hour: Date | null }>`
    select usage_roll_up(${until}::timestamptz) as hour`.execute(db);
  return rows[0]!.hour !== null;
}
