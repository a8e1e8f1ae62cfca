import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** An alert as operators see it. */
export interface ListedAlert {
  id: number;
  kind: string;
  subject: string;
  details: Record<string, unknown>;
  at: Date;
  lastAt: Date;
  /** How often it was raised since it was opened. */
  times: number;
  resolvedAt: Date | null;
  /** Null when the service closed it. */
  resolvedBy: string | null;
  note: string | null;
}

const columns = sql`
  id, kind, subject, details, at, last_at as "lastAt", times, resolved_at as "resolvedAt", resolved_by as "resolvedBy", note`;

export const alertStatuses = ['open', 'resolved', 'all'] as const;

/** Few are open. They come by the index of the open ones: `offset 0` keeps the planner from walking back through all others. */
const rowsOf: Record<(typeof alertStatuses)[number], RawBuilder<unknown>> = {
  open: sql`(select * from operator_alert where resolved_at is null offset 0) as alert`,
  resolved: sql`(select * from operator_alert where resolved_at is not null) as alert`,
  all: sql`operator_alert as alert`,
};

export interface AlertFilter {
  status: (typeof alertStatuses)[number];
  kind?: string | undefined;
  subject?: string | undefined;
  /** Only alerts opened before this one. */
  before?: number | undefined;
  limit: number;
}

/** Newest first. */
export async function alertsWhere(
  db: Db,
  { status, kind, subject, before, limit }: AlertFilter,
): Promise<ListedAlert[]> {
  const conditions = [sql`true`];
  if (kind) conditions.push(sql`kind = ${kind}`);
  if (subject) conditions.push(sql`subject = ${subject}`);
  if (before !== undefined) conditions.push(sql`id < ${before}`);
  const { rows } = await sql<ListedAlert>`
    select ${columns} from ${rowsOf[status]}
    where ${sql.join(conditions, sql` and `)}
    order by id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** Waits for whoever is changing it. */
export async function lockedAlert(db: Db, id: number): Promise<ListedAlert | null> {
  const { rows } = await sql<ListedAlert>`
    select ${columns} from operator_alert where id = ${id} for no key update`.execute(db);
  return rows[0] ?? null;
}

export async function closeWithNote(
  db: Db,
  id: number,
  { by, note }: { by: string; note: string },
): Promise<ListedAlert> {
  const { rows } = await sql<ListedAlert>`
    update operator_alert set resolved_at = clock_timestamp(), resolved_by = ${by}, note = ${note}
    where id = ${id}
    returning ${columns}`.execute(db);
  return rows[0]!;
}
