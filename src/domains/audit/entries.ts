import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

export interface AuditEntry {
  id: number;
  at: Date;
  actor: string;
  operation: string;
  event: string;
  requestId: string;
  /** `before`, `after` and `account_id` where the event has them. Never contains secrets or contact values. */
  details: Record<string, unknown>;
}

export interface EntryFilter {
  actor?: string | undefined;
  /** An event or the id of an operation. */
  action?: string | undefined;
  accountId?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  /** Only entries older than this one. */
  before?: number | undefined;
  limit: number;
}

/** Newest first. */
export async function entriesWhere(
  db: Db,
  { actor, action, accountId, from, to, before, limit }: EntryFilter,
): Promise<AuditEntry[]> {
  const conditions = [sql`true`];
  if (actor) conditions.push(sql`actor = ${actor}`);
  if (action) conditions.push(sql`(event = ${action} or operation = ${action})`);
  if (accountId) conditions.push(sql`details ->> 'account_id' = ${accountId}`);
  if (from) conditions.push(sql`at >= ${from}`);
  if (to) conditions.push(sql`at < ${to}`);
  if (before !== undefined) {
    conditions.push(
      sql`(at, id) < (select last.at, last.id from audit_entry as last where last.id = ${before})`,
    );
  }
  const { rows } = await sql<AuditEntry>`
    select id, at, actor, operation, event, request_id as "requestId", details
    from audit_entry
    where ${sql.join(conditions, sql` and `)}
    order by at desc, id desc
    limit ${limit}`.execute(db);
  return rows;
}
