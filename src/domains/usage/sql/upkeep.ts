import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { deleteInBatches } from '#core/database/in-batches.ts';

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

/** Deletes rows past retention that have no partition. */
export async function deleteOldRowsOutside(db: Db, auditMonths: number): Promise<void> {
  const oldest = sql`(select usage_oldest_month())`;
  const limit = 10_000;
  await deleteInBatches(db, 'usage_event_outside', { where: sql`at < ${oldest}`, oldestBy: 'at', limit });
  await deleteInBatches(db, 'usage_hour_outside', { where: sql`hour < ${oldest}`, oldestBy: 'hour', limit });
  const where = sql`at < (select usage_month(${-auditMonths}::integer))`;
  await deleteInBatches(db, 'audit_entry_outside', { where, oldestBy: 'at', limit });
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
