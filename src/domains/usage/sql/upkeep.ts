import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsInBatches } from '#core/database/in-batches.ts';

/** Creates one missing partition. Returns its name, or null when none is missing. */
export async function addMonth(db: Db, auditMonths: number): Promise<string | null> {
  const { rows } = await sql<{
    made: string | null;
  }>`select add_month(${auditMonths}::integer) as made`.execute(db);
  return rows[0]!.made;
}

/** Drops one partition past retention. Returns its name, or null when none is left. */
export async function dropMonth(db: Db, auditMonths: number): Promise<string | null> {
  const { rows } = await sql<{
    dropped: string | null;
  }>`select drop_month(${auditMonths}::integer) as dropped`.execute(db);
  return rows[0]!.dropped;
}

const rowsAtOnce = 10_000;

/** Deletes rows past retention that have no partition. */
export async function deleteOldRowsOutside(db: Db, auditMonths: number): Promise<void> {
  const rounds = [
    (limit: number) => sql`
      delete from usage_event_outside where ctid = any (array(
        select ctid from usage_event_outside where at < (select usage_oldest_month()) limit ${limit}
      ))`,
    (limit: number) => sql`
      delete from usage_hour_outside where ctid = any (array(
        select ctid from usage_hour_outside where hour < (select usage_oldest_month()) limit ${limit}
      ))`,
    (limit: number) => sql`
      delete from audit_entry_outside where ctid = any (array(
        select ctid from audit_entry_outside where at < (select usage_month(${-auditMonths}::integer)) limit ${limit}
      ))`,
  ];
  for (const round of rounds) await rowsInBatches(db, rowsAtOnce, round);
}

/** Rows of one table whose month has no partition. */
export interface RowsOutside {
  table: string;
  rows: number;
  oldest: Date;
  newest: Date;
}

/** Rows without a partition, by table. Should be empty. */
export async function rowsOutsideMonths(db: Db): Promise<RowsOutside[]> {
  const { rows } = await sql<RowsOutside>`
    select 'usage_event' as table, count(*) as rows, min(at) as oldest, max(at) as newest
    from usage_event_outside having count(*) > 0
    union all
    select 'usage_hour', count(*), min(hour), max(hour)
    from usage_hour_outside having count(*) > 0
    union all
    select 'audit_entry', count(*), min(at), max(at)
    from audit_entry_outside having count(*) > 0`.execute(db);
  return rows;
}
