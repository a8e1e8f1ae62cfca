import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { UsageCounts, UsageReport } from '../shapes.ts';
import { callsWithin, countedCalls, eventsWithin } from './counted-calls.ts';

export interface CallFilter {
  account: number;
  start: Date;
  end: Date;
  status: string;
  kind: string;
  openedFrom: string;
  keyId: string;
  mode: 'live' | 'test' | '';
}

const matching = ({ account, status, kind, openedFrom, keyId, mode }: CallFilter) => sql`
  account = ${account} and (${status} = '' or status = ${status}) and (${kind} = '' or kind = ${kind})
  ${mode === '' ? sql`` : sql`and is_test = ${mode === 'test'}`}
  ${openedFrom === '' ? sql`` : sql`and door = ${openedFrom}`}
  ${keyId === '' ? sql`` : sql`and key_id = ${keyId}`}`;

/** The roll-up tells neither surfaces nor keys apart. */
const callsOf = (db: Db, filter: CallFilter) =>
  filter.openedFrom === '' && filter.keyId === ''
    ? callsWithin(db, filter, matching(filter))
    : eventsWithin(filter, matching(filter));

/** Calls and credits in the window. */
export async function countUsage(db: Db, filter: CallFilter): Promise<UsageCounts> {
  const { rows } = await sql<UsageCounts>`select ${countedCalls} from ${await callsOf(db, filter)}`.execute(
    db,
  );
  return rows[0]!;
}

/** Calls in the window by status and by kind. */
export async function countByStatusAndKind(
  db: Db,
  filter: CallFilter,
): Promise<{ by_status: Record<string, number>; by_kind: Record<string, number> }> {
  const { rows } = await sql<{ status: string | null; kind: string | null; calls: number }>`
    select status, kind, sum(requests)::bigint as calls from ${await callsOf(db, filter)}
    group by grouping sets ((status), (kind))`.execute(db);
  const tally = (name: 'status' | 'kind') =>
    Object.fromEntries(rows.filter((row) => row[name] !== null).map((row) => [row[name]!, row.calls]));
  return { by_status: tally('status'), by_kind: tally('kind') };
}

/** One row per UTC day with calls, oldest first. */
export async function countByDay(db: Db, filter: CallFilter): Promise<UsageReport['daily']> {
  const { rows } = await sql<UsageReport['daily'][number]>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as date, ${countedCalls}
    from ${await callsOf(db, filter)} group by 1 order by 1`.execute(db);
  return rows;
}

type EventRow = Omit<UsageReport['events'][number], 'at'> & { at: Date };

/** Events in the window, newest first. */
export async function listUsageEvents(
  db: Db,
  filter: CallFilter,
  limit: number,
  offset: number,
): Promise<UsageReport['events']> {
  const { rows } = await sql<EventRow>`
    select 'lkp_' || replace(op_key::text, '-', '') as id, at, kind, status, credits, reason, network, client_reference,
      key_id, case when is_test then 'test' else 'live' end as mode, door as opened_from
    from usage_call where at >= ${filter.start} and at < ${filter.end} and ${matching(filter)}
    order by at desc, op_key desc limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
